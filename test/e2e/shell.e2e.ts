import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectQuiet } from '../support/browser.ts'
import { visit } from '../support/portal.ts'
import { customer, isSameDocument, openDashboard, prepare } from './shell-steps.ts'

prepare()

const focusedText = (page: Page): Promise<string> =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`)

const hrefs = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))

const tilePaths = [
  '/websites',
  '/applications',
  '/domains',
  '/projects',
  '/email',
  '/databases',
  '/backups',
  '/files',
]

test('the dashboard has its eight tiles and its shortcuts', async () => {
  const { page, context } = await openDashboard()
  expect(await hrefs(page, '.workspace-tiles a')).toEqual(tilePaths)
  const shortcuts = page.getByRole('navigation', { name: 'Shortcuts' })
  for (const path of ['/domains', '/projects', '/cloud-management']) {
    expect(await shortcuts.locator(`a[href="${path}"]`).count()).toBe(1)
  }
  expect(await page.getByRole('link', { name: 'Your profile' }).getAttribute('href')).toBe('/profile')
  expect(await page.getByRole('link', { name: 'shell.example.com', exact: true }).isVisible()).toBe(true)
  await context.close()
})

test('every navigation entry and tile opens in the shell, with the focus on its heading', async () => {
  const { page, context, trace } = await openDashboard()
  const rail = page.getByRole('navigation', { name: 'Main', exact: true })
  const places = await hrefs(page, '.shell-rail li a')
  expect(places.length).toBeGreaterThan(8)
  for (const path of places.filter((place) => place !== '/dashboard')) {
    await rail.locator(`a[href="${path}"]`).click()
    await page.waitForURL(`**${path}`)
    await page.waitForFunction(() => document.activeElement?.matches('main h1'))
    expect(await rail.locator('a[aria-current="page"]').getAttribute('href')).toBe(path)
  }
  for (const path of tilePaths) {
    await rail.getByRole('link', { name: 'Dashboard' }).click()
    await page.locator(`.workspace-tiles a[href="${path}"]`).click()
    await page.waitForURL(`**${path}`)
    await page.waitForFunction(() => document.activeElement?.matches('main h1'))
  }
  expect(await isSameDocument(page)).toBe(true)
  expectQuiet(trace)
  await context.close()
})

test('on a phone the bottom bar reaches every page', async () => {
  const { page, context, trace } = await openDashboard(customer, { viewport: 'phone' })
  const bar = page.getByRole('navigation', { name: 'Main, short' })
  await bar.getByRole('link', { name: 'Files' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'File Manager' }).waitFor()
  await bar.getByText('More').click()
  await bar.getByRole('link', { name: 'Projects' }).click()
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
  expect(await bar.getByRole('link', { name: 'Databases' }).isVisible()).toBe(false)
  expectQuiet(trace)
  await context.close()
})

test('the user menu names the customer and links to profile and account', async () => {
  const { page, context, trace } = await openDashboard()
  const menu = page.locator('.user-menu')
  await menu.locator('summary').click()
  expect(await menu.locator('.user-menu-who').textContent()).toBe(`Asha Rao${customer.email}`)
  expect(await hrefs(page, '.user-menu a')).toEqual(['/profile', '/account', '/shared', '/api/logout'])
  await menu.getByRole('link', { name: 'Account Settings' }).click()
  await page.getByRole('heading', { level: 1, name: 'Account Settings' }).waitFor()
  await menu.locator('summary').click()
  await menu.getByRole('link', { name: 'Profile' }).click()
  await page.waitForURL('**/profile')
  await menu.locator('summary').click()
  await page.keyboard.press('Escape')
  expect(await menu.getByRole('link', { name: 'Profile' }).isVisible()).toBe(false)
  expectQuiet(trace)
  await context.close()
})

test('the chosen colour scheme applies at the first paint, and follows the system on request', async () => {
  const { page, context } = await openDashboard(customer, { colourScheme: 'light' })
  await context.addInitScript(() => {
    const schemes: string[] = []
    const look = () => {
      const scheme = document.documentElement?.dataset.mantineColorScheme
      if (document.body && scheme && scheme !== schemes.at(-1)) schemes.push(scheme)
    }
    new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true })
    Object.assign(window, { schemes })
  })
  const choose = async (name: string) => {
    await page.locator('.user-menu summary').click()
    await page.getByRole('button', { name }).click()
    await page.keyboard.press('Escape')
  }
  const schemesSinceLoad = async () => {
    await visit(page, '/dashboard')
    return page.evaluate(() => (window as unknown as { schemes: string[] }).schemes)
  }
  await choose('Dark colours')
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  expect(await schemesSinceLoad()).toEqual(['dark'])
  await choose('System colours')
  expect(await schemesSinceLoad()).toEqual(['light'])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await schemesSinceLoad()).toEqual(['dark'])
  await context.close()
})

test('the first key press offers to skip the navigation', async () => {
  const { page, context } = await openDashboard()
  await page.keyboard.press('Tab')
  expect(await focusedText(page)).toBe('A Skip to content')
  await page.keyboard.press('Enter')
  expect(new URL(page.url()).hash).toBe('#main')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  await context.close()
})
