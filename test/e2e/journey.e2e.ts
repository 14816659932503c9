import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { expectNeverSent, expectQuiet, type PageOptions } from '../support/browser.ts'
import { expectSoon } from '../support/expect-soon.ts'
import { password, ready, startPortal, type TestPortal, visit } from '../support/portal.ts'
import { inTier } from '../support/tier.ts'
import { rememberToasts, seenToasts } from '../support/toasts.ts'

const cardNumber = '4242 4242 4242 4242'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

type Journey = Required<Pick<PageOptions, 'viewport' | 'colourScheme'>> & { way: 'dialog' | 'page' }

const onPhone: Journey = { viewport: 'phone', colourScheme: 'dark', way: 'dialog' }
const onDesktop: Journey = { viewport: 'desktop', colourScheme: 'light', way: 'page' }
const journeys = inTier({ short: [onPhone], all: [onPhone, onDesktop] })

async function fillSignUp(page: Page, email: string, mobile: string): Promise<void> {
  await page.getByLabel('First name (optional)').fill('Mira')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Mobile number').fill(mobile)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
}

/** From the landing page to a signed-in customer at the plans. */
async function signUp(page: Page, way: Journey['way'], person: { email: string; mobile: string }) {
  await visit(page, '/')
  await expectNoAxeViolations(page)
  if (way === 'dialog') {
    await page.getByRole('banner').getByRole('link', { name: 'Get Started' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Create Account')
    await page.getByRole('tab', { name: 'Sign In' }).click()
    await expectNoAxeViolations(page)
    await page.getByRole('tab', { name: 'Create Account' }).click()
  } else {
    await visit(page, '/auth')
    await expectNoAxeViolations(page)
    await page.getByRole('tab', { name: 'Sign Up' }).click()
  }
  await fillSignUp(page, person.email, person.mobile)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/select-plan')
  await ready(page)
  await expectSoon(() => seenToasts(page), [expect.stringMatching(/^Account Created/)])
}

/** Chooses a plan, is stopped by each empty field, and orders. */
async function orderPlan(page: Page, domain: string): Promise<void> {
  await expectNoAxeViolations(page)
  await page.getByRole('heading', { level: 1, name: 'Choose your plan' }).waitFor()
  await page.getByRole('link', { name: 'Choose Business' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  expect(await dialog.textContent()).toContain('Awaiting Dashboard Access')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: /Place order/ }).click()
  for (const name of ['Card number', 'Expiry (MM/YY)', 'CVC']) {
    expect(await dialog.getByLabel(name).getAttribute('aria-invalid')).toBe('true')
  }
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Card number').pressSequentially('4242424242424242')
  expect(await dialog.getByLabel('Card number').inputValue()).toBe(cardNumber)
  await dialog.getByLabel('Expiry (MM/YY)').pressSequentially('1230')
  await dialog.getByLabel('CVC').fill('987')
  await dialog.getByLabel('Domain (optional)').fill(domain)
  await dialog.getByRole('button', { name: /Place order/ }).click()
  await page.waitForURL('**/pending-activation')
  await page.getByText('Order Placed Successfully').waitFor()
  await dialog.waitFor({ state: 'detached' })
}

/** Approves the order at the desk, in another browser window. */
async function approve(journey: Journey, email: string) {
  const { page, context, trace } = await portal.open(portal.admin, journey)
  await visit(page, '/admin/orders')
  await page.getByRole('row').filter({ hasText: email }).locator('.desk-row-link').click()
  const detail = page.getByRole('complementary', { name: 'Order' })
  await detail.getByRole('button', { name: 'Approve…' }).waitFor()
  await expectNoAxeViolations(page)
  await detail.getByRole('button', { name: 'Approve…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).waitFor()
  await expectNoAxeViolations(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByText('Order approved').first().waitFor()
  await expectNoAxeViolations(page)
  expectQuiet(trace)
  await context.close()
}

async function expectNoTraceOfCard(folder: string, log: string[]): Promise<void> {
  const paths = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  const texts = await Promise.all(
    paths.map(async ({ parentPath, name }) => ({
      name,
      text: Buffer.from(await Bun.file(join(parentPath, name)).arrayBuffer()).toString('latin1'),
    })),
  )
  const carriers = [...texts, { name: 'the log', text: log.join('\n') }].filter(({ text }) =>
    /4242[ -]?4242[ -]?4242/.test(text),
  )
  expect(carriers.map(({ name }) => name)).toEqual([])
  expect(texts.some(({ name }) => name.endsWith('.eml'))).toBe(true)
}

test.concurrent.each(journeys.map((journey, place) => ({ ...journey, place })))(
  'a visitor gets an active service: $viewport, $colourScheme, sign-up by the $way',
  async ({ place, ...journey }) => {
    const person = { email: `mira.${place}@example.com`, mobile: `981234567${place}` }
    const { page, context, trace } = await portal.open(null, journey)
    await rememberToasts(context)
    await signUp(page, journey.way, person)
    await orderPlan(page, `shop-${place}.example.com`)

    await page.getByRole('heading', { level: 1, name: 'Account Pending Activation' }).waitFor()
    expect(await page.getByText('Status: Pending Activation').isVisible()).toBe(true)
    expect(await page.getByText('₹299/month').isVisible()).toBe(true)
    await expectNoAxeViolations(page)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await approve(journey, person.email)
    await page.waitForURL('**/dashboard')
    await page.getByRole('heading', { level: 1, name: 'Welcome back, Mira' }).waitFor()
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    await page
      .getByRole('main')
      .getByText(/^live$/i)
      .first()
      .waitFor()
    await expectNoAxeViolations(page)

    expectQuiet(trace)
    expectNeverSent(trace, cardNumber)
    expectNeverSent(trace, cardNumber.replaceAll(' ', ''))
    await context.close()
  },
  300_000,
)

test('the card number appears neither in the data folder nor in the log', async () => {
  await expectNoTraceOfCard(portal.server.dataDir, portal.server.log)
})
