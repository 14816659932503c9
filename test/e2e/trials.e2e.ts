import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { password, startPortal, type TestPortal, until, visit } from '../support/portal.ts'
import { trialPages } from '../support/trials.ts'
import { packZip } from '../support/zips.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal({ env: { TRY_SITES: 'true' } })
})
afterAll(() => portal.stop())

const title = { name: 'Try it with your own site' }

/** Puts a zip online from the landing page; answers its address. */
async function tryZip(page: Page): Promise<string> {
  await visit(page, '/')
  await page.getByRole('heading', title).waitFor()
  const buffer = await packZip(trialPages.map((part) => ({ ...part, path: `shop/${part.path}` })))
  const field = page.locator('.trial-panel input:not([webkitdirectory])')
  await field.setInputFiles({ name: 'shop.zip', mimeType: 'application/zip', buffer })
  await page.getByRole('heading', { name: 'Your site is online' }).waitFor()
  const url = await page.locator('.trial-address a').getAttribute('href')
  return url ?? ''
}

async function signUp(page: Page): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(`trial.${process.pid}@example.com`)
  await page.getByLabel('Mobile number').fill('+919812345678')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
}

async function orderStarter(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Choose Starter', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Card number').fill('4242 4242 4242 4242')
  await dialog.getByLabel('Expiry (MM/YY)').fill('12/30')
  await dialog.getByLabel('CVC').fill('987')
  await dialog.getByRole('button', { name: /Place order/ }).click()
  await page.waitForURL('**/pending-activation')
}

/** The colour of the first heading, set only by the site’s style sheet. */
const colourOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.querySelector('h1') ?? document.body).color)

test('a zip that a visitor drops goes online, is saved, and moves to the service once its order is approved', async () => {
  const { page, context } = await portal.open(null)
  const url = await tryZip(page)
  await expectNoAxeViolations(page)
  const site = await context.newPage()
  await site.goto(url)
  expect(await colourOf(site)).toBe('rgb(1, 2, 3)')
  await site.getByText('Temporary site, until').waitFor()
  await page.getByRole('link', { name: 'Keep it' }).click()
  await page.waitForURL(/\/auth\?tab=signup/)
  await signUp(page)
  await page.waitForURL('**/keep-site')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Choose a plan' }).click()
  await page.waitForURL('**/select-plan')
  await orderStarter(page)
  const { items } = await portal.admin.call<{ items: { id: string; serviceId: string }[] }>(
    '/api/admin/orders',
  )
  const [order] = items
  await portal.admin.call(`/api/admin/orders/${order?.id}/approve`, {})
  await page.waitForURL('**/dashboard')
  const services = `${portal.url}/api/user-services`
  const live = await until(async () => {
    const [service] = (await (await page.request.get(services)).json()) as {
      id: string
      url: string | null
    }[]
    const files = await page.request.get(`${portal.url}/api/files?serviceId=${service?.id}`)
    return ((await files.json()) as unknown[]).length > 0 && service?.url
  })
  await site.goto(live)
  expect(await colourOf(site)).toBe('rgb(1, 2, 3)')
  expect((await site.goto(url))?.status()).toBe(404)
  await context.close()
}, 300_000)

test('a reported site is taken down from the desk', async () => {
  const { page, context } = await portal.open(null, { viewport: 'phone' })
  const url = await tryZip(page)
  const [name = ''] = new URL(url).pathname.split('/').slice(-2)
  await page.goto(url)
  await page.getByRole('link', { name: 'Report abuse' }).click()
  await page.getByRole('heading', { name: 'Report a temporary site' }).waitFor()
  await expectNoAxeViolations(page)
  await page.getByLabel('Email').fill('asha@example.com')
  await page.getByLabel('What is wrong with it?').fill('It asks for the password of my bank.')
  await page.getByRole('button', { name: 'Send Report' }).click()
  await page.getByText(/CM-[A-Z2-9]{8}/).waitFor()
  const desk = await portal.open(portal.admin)
  await visit(desk.page, '/admin/trials')
  await desk.page.getByText('1 reported').waitFor()
  await expectNoAxeViolations(desk.page)
  await desk.page.getByRole('button', { name: `Take down… ${name}` }).click()
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Take down', exact: true }).click()
  await desk.page.getByText('Site taken down').waitFor()
  expect((await page.goto(url))?.status()).toBe(404)
  await Promise.all([context.close(), desk.context.close()])
})

test('a file that is no site is refused with a message, and another can be chosen', async () => {
  const { page, context } = await portal.open(null)
  await visit(page, '/')
  const field = page.locator('.trial-panel input:not([webkitdirectory])')
  await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await page
    .getByRole('alert')
    .getByText(/There is no index.html at the top/)
    .waitFor()
  await tryZip(page)
  await page.getByRole('button', { name: 'Remove' }).click()
  await field.waitFor({ state: 'attached' })
  await context.close()
})
