import { expect, test } from 'bun:test'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectQuiet } from '../support/browser.ts'
import { ready, visit } from '../support/portal.ts'
import { customer, isSameDocument, openDashboard, portal, prepare, server } from './shell-steps.ts'

prepare()

test('a server’s page belongs to the Websites entry, in the rail and in the phone bar', async () => {
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
  const main = page.getByRole('main')
  await main.getByText('SSL certificate management coming soon').waitFor()
  const heading = await main.getByRole('heading', { level: 1, name: 'SSL Certificates' }).boundingBox()
  expect([heading?.width, heading?.height]).toEqual([1, 1])
  await expectNoAxeViolations(page)
  await context.close()
})

test('an empty list keeps the panel beside it, which says what to select', async () => {
  const { page, context, trace } = await portal.open(customer)
  for (const [path, text] of [
    ['/domains', 'Select a Domain'],
    ['/email', 'Select an Email Account'],
    ['/projects', 'Select a Project'],
  ] as const) {
    await visit(page, path)
    await page.getByText(text, { exact: true }).waitFor()
  }
  expectQuiet(trace)
  await context.close()
})

test('the user menu shows the admin panel only to administrators', async () => {
  const { page, context } = await openDashboard(portal.admin)
  await page.locator('.user-menu summary').click()
  await page.getByRole('banner').getByRole('link', { name: 'Admin Panel' }).click()
  await page.waitForURL('**/admin')
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
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

test('logging out redirects to / even when the call fails', async () => {
  const { page, context } = await openDashboard()
  await page.route('**/api/logout', (route) => route.abort())
  await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(`${portal.url}/`)
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

test('a page opened while the script loads works normally', async () => {
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
