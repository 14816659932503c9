import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expectNoAxeViolations } from '../support/axe.ts'
import { screenshot, widthsOf } from '../support/browser.ts'
import { startPortal, type TestPortal, until, visit } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

type Due = { id: string; invoiceId: string; number: string; amount: number }
type Renewal = { term: string; plan: { name: string }; due: Due[]; paidUntil: string }

async function serve(planName = 'Starter') {
  const person = await portal.customer()
  const order = await portal.order(person, undefined, planName)
  await portal.activate(person, order)
  const path = `/api/user-services/${order.serviceId}`
  const read = () => person.call<Renewal>(`${path}/renewal`)
  return {
    person,
    id: order.serviceId,
    path,
    read,
    settings: `/server-management/${order.serviceId}?tab=settings`,
  }
}

const panelOf = (page: Page) => page.getByRole('region', { name: 'Plan and billing' })

/** Records the payment of an invoice. */
async function pay({ invoiceId, amount }: Due): Promise<void> {
  const receivedAt = new Date().toISOString()
  const reference = Bun.randomUUIDv7().replaceAll('-', '').slice(0, 20)
  await portal.admin.call('/api/admin/payments', { invoiceId, amount, reference, receivedAt })
}

/** Moves the due date into the past, as if weeks had passed. */
function makeOverdue(serviceId: string): void {
  const db = new Database(join(portal.server.dataDir, 'portal.db'))
  db.run('pragma busy_timeout = 5000')
  const then = Date.now() - 2 * 86_400_000
  db.run("update renewal_charges set due_at = ? where service_id = ? and kind = 'renewal'", [then, serviceId])
  db.run('update renewal_terms set paid_until = ? where service_id = ?', [then, serviceId])
  db.close()
}

async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await screenshot(page, `renewals-${name}-${colorScheme}`)
  }
}

test.each(widthsOf('phone'))(
  'a customer on a %s chooses a term, gets the next invoice and sees it paid while the page is open',
  async (viewport) => {
    const { person, id, read, settings } = await serve()
    const { page, context } = await portal.open(person, { viewport })
    await visit(page, settings)
    const panel = panelOf(page)
    await panel.getByText('₹99.00 INR').waitFor()
    await panel.getByLabel('Term', { exact: true }).selectOption('quarterly')
    await panel.getByText('₹297.00 INR').waitFor()
    await expectNoAxeViolations(page)
    await shoot(page, `panel-${viewport}`)
    await panel.getByRole('button', { name: 'Pay ahead…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Duration').selectOption('2')
    await dialog.getByText('₹594.00 INR').waitFor()
    await expectNoAxeViolations(page)
    await shoot(page, `ahead-${viewport}`)
    await dialog.getByRole('button', { name: 'Issue invoice' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const [due] = (await read()).due
    if (!due) throw new Error('nothing is due')
    await panel.getByRole('link', { name: `Pay ${due.number}` }).waitFor()
    expect(await panel.getByRole('button', { name: 'Pay ahead…' }).isDisabled()).toBe(true)
    await expectNoAxeViolations(page)
    await shoot(page, `waiting-${viewport}`)
    await pay(due)
    await panel.getByRole('link', { name: `Pay ${due.number}` }).waitFor({ state: 'hidden' })
    await panel.getByText('₹297.00 INR').waitFor()
    expect((await read()).term).toBe('quarterly')
    expect(id).not.toBe('')
    await context.close()
  },
)

test.each(widthsOf('desktop'))(
  'a customer on a %s gets a larger plan once it is paid, and a smaller one immediately',
  async (viewport) => {
    const { person, id, read, settings } = await serve()
    const { page, context } = await portal.open(person, { viewport })
    await visit(page, settings)
    const panel = panelOf(page)
    await panel.getByRole('button', { name: 'Change plan…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New plan').selectOption({ label: 'Business, ₹299 a month' })
    await dialog.getByRole('row', { name: /^To pay ₹200\.00 INR/ }).waitFor()
    await dialog.getByRole('row', { name: /^Next invoice.*₹299\.00 INR/ }).waitFor()
    await expectNoAxeViolations(page, { inDialog: true })
    await shoot(page, `plan-up-${viewport}`)
    await dialog.getByRole('button', { name: 'Issue invoice' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await panel.getByText('Change to Business').waitFor()
    // Otherwise the header half covers a switch, which axe reports as too small.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectNoAxeViolations(page)
    const [due] = (await read()).due
    if (!due) throw new Error('nothing is due')
    await pay(due)
    await panel.getByText('Business, ₹299 a month').waitFor()
    await panel.getByText('Change to Business').waitFor({ state: 'hidden' })
    await until(async () => {
      const services = await person.call<{ id: string; status: string }[]>('/api/user-services')
      return services.some((service) => service.id === id && service.status === 'active')
    })
    for (const name of ['one', 'two']) {
      const json = { serviceId: id, dbName: name, dbUser: name, dbPassword: 'a long enough password' }
      await person.call('/api/databases', { ...json, dbType: 'mongodb' })
    }
    await panel.getByRole('button', { name: 'Change plan…' }).click()
    await dialog.getByLabel('New plan').selectOption({ label: 'Starter, ₹99 a month' })
    await dialog.getByRole('row', { name: 'Databases 2 1' }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Change plan', exact: true }).isDisabled()).toBe(true)
    await expectNoAxeViolations(page, { inDialog: true })
    await shoot(page, `plan-refused-${viewport}`)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const databases = await person.call<{ id: string }[]>('/api/databases')
    for (const { id: each } of databases) await person.call(`/api/databases/${each}`, undefined, 'DELETE')
    await panel.getByRole('button', { name: 'Change plan…' }).click()
    await dialog.getByLabel('New plan').selectOption({ label: 'Starter, ₹99 a month' })
    await dialog.getByRole('row', { name: /^Added to your credit ₹200\.00 INR/ }).waitFor()
    await expectNoAxeViolations(page, { inDialog: true })
    await shoot(page, `plan-down-${viewport}`)
    await dialog.getByRole('button', { name: 'Change plan', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await panel.getByText('Starter, ₹99 a month').waitFor()
    await panel.getByText('₹200.00 INR').waitFor()
    expect((await read()).plan.name).toBe('Starter')
    await context.close()
  },
)

test.each(widthsOf('phone'))(
  'the dashboard on a %s shows overdue invoices with a link to pay, and nothing once they are paid',
  async (viewport) => {
    const { person, id, path } = await serve()
    const { page, context } = await portal.open(person, { viewport })
    await visit(page, '/dashboard')
    await page.getByRole('heading', { name: 'Your sites' }).waitFor()
    expect(await page.getByText('To be paid').count()).toBe(0)
    const invoice = await person.call<Due>(`${path}/renew`, { terms: 1 })
    const waiting = page.getByRole('region', { name: 'To be paid' })
    await waiting.getByText(/If unpaid, suspended on/).waitFor()
    makeOverdue(id)
    await visit(page, '/dashboard')
    const notice = page.getByRole('region', { name: 'Overdue' })
    await notice.getByText(/₹99\.00 INR, was due on/).waitFor()
    await expectNoAxeViolations(page)
    await shoot(page, `dashboard-${viewport}`)
    await notice.getByRole('link', { name: `Pay ${invoice.number}` }).click()
    await page.getByRole('dialog').getByText('₹99.00 INR').first().waitFor()
    await visit(page, '/dashboard')
    await notice.waitFor()
    await pay(invoice)
    await notice.waitFor({ state: 'hidden' })
    await context.close()
  },
)

test.each(widthsOf('desktop'))(
  'a customer on a %s renews a domain that is registered here',
  async (viewport) => {
    const { person } = await serve('Business')
    const name = `renewed-${viewport}`
    const { id } = await person.call<{ id: string }>('/api/domains/register', { name })
    const { page, context } = await portal.open(person, { viewport })
    await visit(page, `/domains?domain=${id}&tab=settings`)
    const pays = page.getByRole('link', { name: /^Pay INV\// })
    await pays.waitFor()
    const due = await person.call<Due[]>('/api/renewals/due')
    for (const each of due) await pay(each)
    await page.getByRole('button', { name: 'Renew…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/An invoice over ₹999\.00 INR follows/).waitFor()
    await expectNoAxeViolations(page)
    await shoot(page, `domain-${viewport}`)
    await dialog.getByRole('button', { name: 'Issue invoice' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await pays.waitFor()
    await expectNoAxeViolations(page)
    await context.close()
  },
)

test.each(widthsOf('phone'))(
  'an administrator on a %s exempts a service, refunds its order and records the payout',
  async (viewport) => {
    const { person, id, read } = await serve()
    await person.call(`/api/user-services/${id}/renew`, { terms: 1 })
    makeOverdue(id)
    const orders = await person.call<{ id: string; kind: string; status: string }[]>('/api/invoices')
    const paid = orders.find(({ status }) => status === 'paid')
    const { page, context } = await portal.open(portal.admin, { viewport })
    await visit(page, '/admin/renewals?state=overdue')
    const row = page.getByRole('row').filter({ hasText: person.email })
    await row.getByText(/INV\//).waitFor()
    await expectNoAxeViolations(page)
    await shoot(page, `desk-${viewport}`)
    if (viewport === 'phone') await row.getByRole('button', { name: /^Actions for / }).click()
    await row.getByRole('button', { name: /^Do not suspend before…/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Day').fill('2099-01-31')
    await expectNoAxeViolations(page)
    await shoot(page, `spare-${viewport}`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await row.getByText('not before 31 Jan 2099').waitFor()

    await visit(page, `/admin/invoices?selected=${paid?.id}`)
    await page.getByRole('link', { name: 'Refund…' }).click()
    await dialog.getByLabel('Reason for the refund').selectOption({ label: 'Unused months of a yearly plan' })
    await dialog.getByText('Only yearly payments are refunded by the month').waitFor()
    await dialog.getByLabel('Reason for the refund').selectOption({ label: 'Within 30 days of the order' })
    await dialog.getByRole('row', { name: 'Refund ₹99.00 INR' }).waitFor()
    await dialog.getByRole('button', { name: 'Refund ₹99.00 INR' }).click()
    await dialog.getByText('Choose a refund method.').waitFor()
    await expectNoAxeViolations(page)
    await dialog.getByLabel('Refund method').selectOption('upi')
    await shoot(page, `refund-${viewport}`)
    await dialog.getByRole('button', { name: 'Refund ₹99.00 INR' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const refund = page.getByRole('row').filter({ hasText: person.email })
    await refund.getByText('To be paid out').waitFor()
    await expectNoAxeViolations(page)
    await shoot(page, `refunds-${viewport}`)
    if (viewport === 'phone') await refund.getByRole('button', { name: /^Actions for / }).click()
    await refund.getByRole('button', { name: /^Mark as paid out…/ }).click()
    await dialog.getByRole('button', { name: 'Mark as paid out', exact: true }).click()
    await dialog.getByText('Enter a reference.').waitFor()
    await dialog.getByLabel('Transfer reference').fill('UTR 431200998877')
    await dialog.getByRole('button', { name: 'Mark as paid out', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await refund.getByText('UTR 431200998877').waitFor()
    await expectNoAxeViolations(page)
    await expect(read()).rejects.toThrow('404')
    await context.close()
  },
)

test('with renewals off, the service, the domain and the desk say so, and link to the contact form', async () => {
  const other = await startPortal({ env: { RENEWALS: 'off' } })
  try {
    const person = await other.customer()
    const order = await other.order(person)
    await other.activate(person, order)
    const { serviceId } = order
    const due = () => person.call<Due[]>('/api/renewals/due')
    const { id } = await person.call<{ id: string }>('/api/domains/register', { name: 'unbilled', serviceId })
    for (const { invoiceId, amount } of await due())
      await other.admin.call('/api/admin/payments', {
        invoiceId,
        amount,
        reference: 'UTR431200998877',
        receivedAt: new Date().toISOString(),
      })
    await until(async () => (await due()).length === 0)
    for (const viewport of widthsOf('phone')) {
      const { page, context } = await other.open(person, { viewport })
      await visit(page, `/server-management/${serviceId}?tab=settings`)
      await panelOf(page).getByText('Renewals are not billed here').waitFor()
      expect(await panelOf(page).getByRole('button').count()).toBe(0)
      await expectNoAxeViolations(page)
      await shoot(page, `off-panel-${viewport}`)
      await visit(page, `/domains?domain=${id}&tab=settings`)
      await page.getByText('Renewals are not billed here').waitFor()
      await expectNoAxeViolations(page)
      await shoot(page, `off-domain-${viewport}`)
      await page.getByRole('link', { name: 'Contact us' }).first().click()
      await page.waitForURL('**/contact')
      await context.close()
      const desk = await other.open(other.admin, { viewport })
      await visit(desk.page, '/admin/renewals')
      await desk.page.getByText('Renewals are off (RENEWALS)').waitFor()
      await expectNoAxeViolations(desk.page)
      await shoot(desk.page, `off-desk-${viewport}`)
      await desk.context.close()
    }
  } finally {
    await other.stop()
  }
})
