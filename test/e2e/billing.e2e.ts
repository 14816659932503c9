import { afterAll, beforeAll, expect, test } from 'bun:test'
import { dayInKolkata } from '#shared/time.ts'
import { expectNoAxeViolations } from '../support/axe.ts'
import { screenshot, widthsOf } from '../support/browser.ts'
import { type Person, startPortal, type TestPortal, visit } from '../support/portal.ts'

let portal: TestPortal
let customer: Person
let number: string
beforeAll(async () => {
  portal = await startPortal()
  customer = await portal.customer()
  const { id: orderId } = await portal.order(customer, 'billed.example.com')
  await portal.admin.call(`/api/admin/orders/${orderId}/approve`, {})
  number = (await customer.call<{ number: string }[]>('/api/invoices'))[0]?.number ?? ''
})
afterAll(() => portal.stop())

test.each(widthsOf('desktop'))(
  'the billing history on a %s opens an invoice, its document and the details',
  async (viewport) => {
    const { page, context } = await portal.open(customer, { viewport })
    await visit(page, '/profile/billing')
    await page.getByRole('heading', { name: 'Billing History' }).waitFor()
    await page.getByText('₹99.00 INR').first().waitFor()
    const link = page.getByRole('link', { name: /^PDF/ })
    const document = await page.request.get((await link.getAttribute('href')) ?? '')
    expect(document.headers()['content-type']).toBe('application/pdf')
    await expectNoAxeViolations(page)
    await screenshot(page, `billing-history-${viewport}`)
    const csv = page.getByRole('link', { name: 'Download CSV' })
    const rows = await page.request.get((await csv.getAttribute('href')) ?? '')
    expect(await rows.text()).toContain('998315,18,')
    await page.getByRole('button', { name: number, exact: true }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Rupees Ninety Nine Only').waitFor()
    await expectNoAxeViolations(page)
    await screenshot(page, `billing-drawer-${viewport}`)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Edit billing details' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('GSTIN (optional)').fill('27AAPFU0939F1ZW')
    await dialog.getByRole('button', { name: 'Save details' }).click()
    await dialog.getByText('This is not a valid GSTIN').waitFor()
    await dialog.getByLabel('GSTIN (optional)').fill('27AAPFU0939F1ZV')
    await dialog.getByLabel('Name on invoices').fill('Asha Crafts')
    await dialog.getByRole('button', { name: 'Save details' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Maharashtra').waitFor()
    await context.close()
  },
)

test('a customer without bills sees an empty history', async () => {
  const { page, context } = await portal.open(await portal.customer(), { viewport: 'phone' })
  await visit(page, '/profile/billing')
  await page.getByText('No billing history found').waitFor()
  await expectNoAxeViolations(page)
  await context.close()
})

test.each(widthsOf('phone'))('an administrator credits an invoice on a %s', async (viewport) => {
  const { page, context } = await portal.open(portal.admin, { viewport })
  await visit(page, '/admin/invoices')
  await page.getByLabel('Month').fill(dayInKolkata(new Date()).slice(0, 7))
  await page.getByText('Net total').waitFor()
  await expectNoAxeViolations(page)
  const csv = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
  expect((await page.request.get(csv ?? '')).headers()['content-type']).toStartWith('text/csv')
  await page
    .getByRole('link', { name: /^INV\// })
    .first()
    .click()
  const sheet = page.getByRole('complementary', { name: 'Invoice' })
  await sheet.getByRole('button', { name: 'Credit note…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount in rupees').fill('10')
  await dialog.getByLabel('Reason').fill('Downtime')
  await expectNoAxeViolations(page)
  await screenshot(page, `billing-credit-${viewport}`)
  await dialog.getByRole('button', { name: 'Issue credit note' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await sheet.getByText(/^CN\//).first().waitFor()
  await screenshot(page, `billing-desk-${viewport}`)
  await expectNoAxeViolations(page)
  await context.close()
})
