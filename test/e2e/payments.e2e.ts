import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { widthsOf } from '../support/browser.ts'
import {
  type FakeRazorpay,
  paidEvent,
  razorpayKeys,
  signRazorpay,
  startFakeRazorpay,
} from '../support/fake-razorpay.ts'
import { makeTestFolder } from '../support/folders.ts'
import { payees } from '../support/payees.ts'
import { startPortal, type TestPortal, until, visit } from '../support/portal.ts'

let portal: TestPortal
let razorpay: FakeRazorpay
beforeAll(async () => {
  razorpay = startFakeRazorpay()
  const company = `${makeTestFolder()}/company.json`
  await Bun.write(company, JSON.stringify({ billing: payees }))
  const settings = { PAYMENT_DRIVER: 'razorpay', RAZORPAY_URL: razorpay.url, ...razorpayKeys }
  portal = await startPortal({ env: { ...settings, COMPANY_FILE: company } })
})
afterAll(async () => {
  await portal.stop()
  await razorpay.stop()
})

const payPanel = (page: Page) => page.getByRole('region', { name: /^Payment/ })

test.each(widthsOf('phone'))(
  'a customer on a %s sees how to pay, and enters the reference of a transfer',
  async (viewport) => {
    const person = await portal.customer()
    const { id } = await portal.order(person)
    const { page, context } = await portal.open(person, { viewport })
    await visit(page, `/pending-activation?order=${id}`)
    const panel = payPanel(page)
    await panel.getByText('₹99.00 INR').waitFor()
    await panel.getByRole('img', { name: 'QR code that pays hosting@okbank by UPI' }).waitFor()
    const link = panel.getByRole('link', { name: 'Open a UPI app' })
    expect(await link.getAttribute('href')).toMatch(/^upi:\/\/pay\?pa=hosting@okbank&.*am=99\.00&cu=INR/)
    await panel.getByText(payees.bank.accountNumber).waitFor()
    await expectNoAxeViolations(page)
    await panel.getByRole('button', { name: 'Enter the reference…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reference (UTR)').fill('12')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByText(/Enter the transfer reference/).waitFor()
    await expectNoAxeViolations(page)
    await dialog.getByLabel('Reference (UTR)').fill('6329 1234 5678')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await panel.getByText('632912345678').waitFor()
    await panel.getByText('Looking for it').waitFor()
    await context.close()
  },
)

test('a payment on the provider’s page reaches the pending page without a reload', async () => {
  const person = await portal.customer()
  const { id } = await portal.order(person)
  const { page, context } = await portal.open(person)
  await context.route('https://rzp.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Razorpay</title>' }),
  )
  await visit(page, `/pending-activation?order=${id}`)
  await payPanel(page).getByRole('button', { name: 'Pay online' }).click()
  await page.waitForURL('https://rzp.example/**')
  const link = [...razorpay.links.values()].at(-1)
  if (!link) throw new Error('no link')
  await visit(page, `/pending-activation?order=${id}`)
  await payPanel(page).getByText('₹99.00 INR').waitFor()
  const body = JSON.stringify(paidEvent(link, razorpay.pay(link.id)))
  const headers = { 'x-razorpay-signature': signRazorpay(body), 'x-razorpay-event-id': 'evt_e2e' }
  const told = await fetch(`${portal.url}/api/payments/razorpay/webhook`, { method: 'POST', body, headers })
  expect(told.status).toBe(200)
  await payPanel(page).getByText('you have paid in full').waitFor()
  await context.close()
})

test.each(widthsOf('desktop'))(
  'an administrator on a %s records a transfer, and imports a statement',
  async (viewport) => {
    const [reporting, transferring] = [await portal.customer(), await portal.customer()]
    const reported = await portal.order(reporting)
    const named = await portal.order(transferring)
    const utr = `70${portal.url.length}${reported.id.replaceAll('-', '').slice(0, 12)}`.toUpperCase()
    await reporting.call(`/api/orders/${reported.id}/pay/report`, { reference: utr })
    const { reference } = await transferring.call<{ reference: string }>(`/api/orders/${named.id}/pay`)
    const { page, context } = await portal.open(portal.admin, { viewport })
    await visit(page, '/admin/payments')
    await page.getByText(utr).first().waitFor()
    await expectNoAxeViolations(page)
    if (viewport === 'phone') await page.getByRole('button', { name: `Actions for ${utr}` }).click()
    await page.getByRole('button', { name: `Found… ${utr}`, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`Starter order of ${reporting.email}`).waitFor()
    await expectNoAxeViolations(page)
    await dialog.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByText('Payment recorded').waitFor()
    await until(
      async () => (await reporting.call<{ amount: number }>(`/api/orders/${reported.id}/pay`)).amount === 0,
    )

    await page.getByRole('button', { name: 'Import a statement…' }).click()
    await page.getByRole('dialog').getByText('Drop the statement here, or browse').waitFor()
    await expectNoAxeViolations(page)
    const csv = [
      'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.',
      `24/11/2026,UPI-RAVI-${reference}-PAY,,,99.00`,
      `24/11/2026,RENT FOR ${reference.slice(-6)},,,5000.00`,
    ].join('\n')
    const file = { name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
    await page.getByText('2 incoming payments, 2 new.').waitFor()
    await page
      .getByText(`RENT FOR ${reference.slice(-6)}`)
      .first()
      .waitFor()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: /^Confirm 1 match$/ }).click()
    await page.getByText('1 payment recorded').waitFor()
    const paid = await transferring.call<{ amount: number; paidAmount: number }>(
      `/api/orders/${named.id}/pay`,
    )
    expect(paid).toMatchObject({ amount: 0, paidAmount: 99 })
    await visit(page, '/admin/payments?view=received')
    await page.getByText(utr).first().waitFor()
    await expectNoAxeViolations(page)
    // The next test starts without waiting lines.
    const { items } = await portal.admin.call<{ items: { id: string }[] }>(
      '/api/admin/payments/lines?status=waiting',
    )
    for (const { id } of items) await portal.admin.call(`/api/admin/payments/lines/${id}/dismiss`, {})
    await context.close()
  },
)

test('a portal without payment details says so, and shows no account', async () => {
  const bare = await startPortal()
  const person = await bare.customer()
  await bare.order(person)
  const { page, context } = await bare.open(person)
  await visit(page, '/pending-activation')
  await payPanel(page)
    .getByText(/Payments are not set up yet/)
    .waitFor()
  await expectNoAxeViolations(page)
  expect(await page.locator('main').textContent()).not.toContain('sample')
  await context.close()
  await bare.stop()
})
