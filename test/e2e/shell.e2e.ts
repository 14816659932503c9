import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectQuiet, type PageOptions } from '../support/browser.ts'
import { type Person, ready, startPortal, type TestPortal, visit } from '../support/portal.ts'

let portal: TestPortal
let customer: Person
let server: string
beforeAll(async () => {
  portal = await startPortal()
  customer = await portal.customer()
  const order = await portal.order(customer, 'shell.example.com')
  await portal.activate(customer, order)
  server = `/server-management/${order.serviceId}`
})
afterAll(() => portal.stop())

async function openDashboard(person = customer, options: PageOptions = {}) {
  const opened = await portal.open(person, options)
  await visit(opened.page, '/dashboard')
  await opened.page.evaluate(() => Object.assign(window, { sameDocument: true }))
  return opened
}

const isSameDocument = (page: Page): Promise<boolean> => page.evaluate(() => 'sameDocument' in window)

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
  // Ordering has a frame of its own.
  const elsewhere = ['/dashboard', '/select-plan']
  for (const path of places.filter((place) => !elsewhere.includes(place))) {
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

test('the page of a server belongs to the entry Websites, in the rail and in the phone bar', async () => {
  for (const [viewport, bar] of [
    ['desktop', 'Main'],
    ['phone', 'Main, short'],
  ] as const) {
    const { page, context, trace } = await portal.open(customer, { viewport })
    await visit(page, server)
    const current = page.getByRole('navigation', { name: bar, exact: true }).locator('a[aria-current="page"]')
    expect(await current.and(page.locator(':visible')).allTextContents()).toEqual(['Websites'])
    expectQuiet(trace)
    await context.close()
  }
})

test('the certificates page says that certificates come later', async () => {
  const { page, context } = await portal.open(customer)
  await page.goto('/ssl-certificates')
  expect(await page.getByRole('main').textContent()).toContain('SSL certificate management coming soon')
  await context.close()
})

test('on a phone the bar at the bottom leads everywhere', async () => {
  const { page, context, trace } = await openDashboard(customer, { viewport: 'phone' })
  const bar = page.getByRole('navigation', { name: 'Main, short' })
  await bar.getByRole('link', { name: 'Files' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'File Manager' }).waitFor()
  await bar.getByText('More').click()
  await bar.getByRole('link', { name: 'Projects' }).click()
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
  expect(await bar.getByRole('link', { name: 'Email' }).isVisible()).toBe(false)
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

test('only an administrator finds the admin panel in the user menu', async () => {
  const { page, context } = await openDashboard(portal.admin)
  await page.locator('.user-menu summary').click()
  await page.getByRole('link', { name: 'Admin Panel' }).click()
  await page.waitForURL('**/admin')
  await page.getByRole('heading', { level: 1, name: 'Admin Panel' }).waitFor()
  await context.close()
})

test('logging out ends the session and shows the landing page', async () => {
  const person = await portal.customer()
  await portal.activate(person, await portal.order(person))
  const { page, context } = await openDashboard(person)
  await page.locator('.user-menu summary').click()
  await page.getByRole('link', { name: 'Log out' }).click()
  await page.waitForURL(`${portal.url}/`)
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).first().waitFor()
  await page.goto('/dashboard')
  expect(new URL(page.url()).pathname).toBe('/auth')
  await context.close()
})

test('logging out goes to / even when the call fails', async () => {
  const { page, context } = await openDashboard()
  await page.route('**/api/logout', (route) => route.abort())
  await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(`${portal.url}/`)
  await context.close()
})

test('the chosen colour scheme is there at the first paint, and follows the system on request', async () => {
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

test('back and forward restore pages with their titles and headings', async () => {
  const { page, context } = await openDashboard()
  await page.locator('.shell-rail').getByRole('link', { name: 'Domains' }).click()
  await page.getByRole('heading', { level: 1, name: 'Domain Management' }).waitFor()
  await page.locator('.shell-rail').getByRole('link', { name: 'Backups' }).click()
  await page.getByRole('heading', { level: 1, name: 'Backups' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Domain Management' }).waitFor()
  expect(await page.title()).toBe('Domains · Hosting Portal')
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: /^Welcome back/ }).waitFor()
  await page.goForward()
  await page.getByRole('heading', { level: 1, name: 'Domain Management' }).waitFor()
  await page.waitForFunction(() => document.activeElement?.matches('main h1'))
  expect(await isSameDocument(page)).toBe(true)
  await context.close()
})

test('a page opened while the script loads works all the same', async () => {
  const { page, context, trace } = await portal.open(customer)
  await page.goto('/domains', { waitUntil: 'commit' })
  await ready(page)
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Dashboard' })
    .click()
  await page.getByRole('heading', { level: 1, name: /^Welcome back/ }).waitFor()
  expectQuiet(trace)
  await context.close()
})
