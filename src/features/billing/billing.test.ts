import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { createTestApp, findPlan, placeOrder, type TestApp } from '#test/support/app.ts'
import { readCredit } from './service/account-credit.ts'
import { issueCreditNote } from './service/credit-note.ts'
import { issueInvoice } from './service/issue-invoice.ts'
import { recordPayment } from './service/record-payment.ts'

let app: TestApp
let customer: { cookie: string; id: string; email: string }
let administrator: { cookie: string; id: string; email: string }

beforeAll(async () => {
  app = await createTestApp()
  administrator = await app.addAdministrator()
})
afterAll(() => app.close())
beforeEach(async () => {
  customer = await app.addCustomer()
})

const approve = (id: string) =>
  app.request(`/api/admin/orders/${id}/approve`, { cookie: administrator.cookie, json: {} })
const place = () => {
  app.advance(3_600_000)
  return placeOrder(app, customer.cookie)
}
const invoiceOf = async (orderId: string) => {
  const { invoices } = app.store.t
  return (await app.store.read.select().from(invoices).where(eq(invoices.orderId, orderId)))[0]
}
const credit = () => app.store.tx((tx) => readCredit(tx, customer.id))
const issue = (totalPaise: number, extra: { useCredit?: boolean } = {}) =>
  app.store.tx((tx) =>
    issueInvoice(tx, app.deps, {
      userId: customer.id,
      lines: [{ kind: 'renewal', description: 'One month', quantity: 1, totalPaise }],
      dueAt: app.deps.now(),
      ...extra,
    }),
  )
let counter = 0
const pay = (
  amountPaise: number,
  target: { invoiceId?: string; orderId?: string; reference?: string; provider?: 'manual' | 'credit' },
) => {
  counter += 1
  const defaults = { provider: 'manual' as const, reference: `UTR${counter}`, invoiceId: null, orderId: null }
  return app.store.tx((tx) =>
    recordPayment(tx, app.deps, {
      ...defaults,
      ...target,
      userId: customer.id,
      amountPaise,
      receivedAt: app.deps.now(),
      recordedBy: null,
    }),
  )
}

describe('an approved order', () => {
  test('has a paid invoice with its tax inside when approve returns', async () => {
    const { id, serviceId } = await place()
    const plan = await findPlan(app, 'Starter')
    expect((await approve(id)).status).toBe(200)
    const invoice = await invoiceOf(id)
    expect(invoice).toMatchObject({
      kind: 'invoice',
      status: 'paid',
      serviceId,
      totalPaise: plan.price * 100,
      paidPaise: plan.price * 100,
      igstPaise: 0,
      isSample: true,
      issuedAt: app.deps.now(),
    })
    expect(invoice?.number).toMatch(/^INV\/2627\/\d{6}$/)
    expect(invoice?.cgstPaise).toBe(invoice?.sgstPaise ?? -1)
    const { payments } = app.store.t
    const [payment] = await app.store.read.select().from(payments).where(eq(payments.orderId, id))
    expect(payment).toMatchObject({
      provider: 'manual',
      recordedBy: administrator.id,
      appliedPaise: plan.price * 100,
    })
  })

  test('has one invoice when approved twice', async () => {
    const { id } = await place()
    await Promise.all([approve(id), approve(id)])
    const { invoices } = app.store.t
    expect(await app.store.read.$count(invoices, eq(invoices.orderId, id))).toBe(1)
  })

  test('takes earlier payments, and records only the rest as confirmed', async () => {
    const { id } = await place()
    const first = await pay(4_000, { orderId: id })
    expect(first).toMatchObject({ invoice: null, isNew: true, creditPaise: 0 })
    await approve(id)
    const { payments } = app.store.t
    const rows = await app.store.read
      .select({ provider: payments.provider, applied: payments.appliedPaise })
      .from(payments)
      .where(eq(payments.orderId, id))
      .orderBy(asc(payments.id))
    expect(rows).toEqual([
      { provider: 'manual', applied: 4_000 },
      { provider: 'manual', applied: 5_900 },
    ])
    expect(await credit()).toBe(0)
  })
})

test('puts orders approved on both sides of midnight of 31 March in Kolkata into the series of their years', async () => {
  const own = await createTestApp()
  const { cookie } = await own.addAdministrator()
  const numbers: string[] = []
  const approveAt = async (instant: string) => {
    const { id } = await placeOrder(own, (await own.addCustomer()).cookie)
    own.advance(new Date(instant).getTime() - own.deps.now().getTime())
    await own.request(`/api/admin/orders/${id}/approve`, { cookie, json: {} })
    const { invoices } = own.store.t
    const [row] = await own.store.read.select().from(invoices).where(eq(invoices.orderId, id))
    numbers.push(row?.number ?? '')
  }
  await approveAt('2027-03-31T23:59:58.000+05:30')
  await approveAt('2027-03-31T23:59:59.999+05:30')
  await approveAt('2027-04-01T00:00:00.000+05:30')
  expect(numbers).toEqual(['INV/2627/000001', 'INV/2627/000002', 'INV/2728/000001'])
  await own.close()
})

test('credits payments for a cancelled order, which pay the next invoice first', async () => {
  const { id } = await place()
  await pay(9_900, { orderId: id })
  await app.request(`/api/orders/${id}/cancel`, { cookie: customer.cookie, json: {} })
  expect(await credit()).toBe(9_900)
  const invoice = await issue(5_000)
  expect(invoice).toMatchObject({ status: 'paid', paidPaise: 5_000 })
  expect(await credit()).toBe(4_900)
})

describe('a payment', () => {
  test('settles its invoice, and credits the surplus', async () => {
    const invoice = await issue(10_000)
    expect(invoice).toMatchObject({ status: 'open', paidAt: null })
    const part = await pay(4_000, { invoiceId: invoice.id })
    expect(part.invoice).toMatchObject({ status: 'open', paidPaise: 4_000 })
    const rest = await pay(7_000, { invoiceId: invoice.id })
    expect(rest).toMatchObject({ invoice: { status: 'paid', paidPaise: 10_000 }, creditPaise: 1_000 })
    expect(await credit()).toBe(1_000)
  })

  test('counts once by its reference, even for five concurrent requests', async () => {
    const invoice = await issue(10_000)
    const same = { invoiceId: invoice.id, reference: `UTR-${invoice.id}` }
    const replies = await Promise.all(Array.from({ length: 5 }, () => pay(10_000, same)))
    expect(replies.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await credit()).toBe(0)
  })

  test("gets the same refusal for another user's invoice as for a missing one", async () => {
    const invoice = await issue(10_000)
    customer = await app.addCustomer()
    await expect(pay(10_000, { invoiceId: invoice.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a credit note', () => {
  const note = (invoiceId: string, amountPaise: number, to: 'credit' | 'refund' = 'credit') =>
    app.store.tx((tx) => issueCreditNote(tx, app.deps, { invoiceId, amountPaise, reason: 'Downtime', to }))

  test('first reduces the amount due, then refunds payments', async () => {
    const invoice = await issue(10_000)
    await pay(5_000, { invoiceId: invoice.id })
    const credited = await note(invoice.id, 8_000)
    expect(credited).toMatchObject({ kind: 'creditNote', correctsId: invoice.id, totalPaise: 8_000 })
    expect(credited.number).toMatch(/^CN\/2627\/\d{6}$/)
    expect(await credit()).toBe(3_000)
    const { invoices } = app.store.t
    const [now] = await app.store.read.select().from(invoices).where(eq(invoices.id, invoice.id))
    expect(now).toMatchObject({ status: 'paid', creditedPaise: 8_000, returnedPaise: 3_000 })
  })

  test('in full leaves nothing due, and opens a refund', async () => {
    const invoice = await issue(10_000)
    await pay(10_000, { invoiceId: invoice.id })
    const credited = await note(invoice.id, 10_000, 'refund')
    const { refunds } = app.store.t
    const [refund] = await app.store.read.select().from(refunds).where(eq(refunds.creditNoteId, credited.id))
    expect(refund).toMatchObject({ status: 'waiting', amountPaise: 10_000 })
    await expect(note(invoice.id, 1)).rejects.toMatchObject({ code: 'WRONG_STATE' })
    expect(await credit()).toBe(0)
  })

  test('and payments leave the issued document unchanged', async () => {
    const { invoices, invoiceLines, users } = app.store.t
    const invoice = await issue(10_000)
    const read = async () => {
      const [row] = await app.store.read.select().from(invoices).where(eq(invoices.id, invoice.id))
      const lines = await app.store.read
        .select()
        .from(invoiceLines)
        .where(eq(invoiceLines.invoiceId, invoice.id))
      const said = row && {
        number: row.number,
        place: row.place,
        parts: [row.totalPaise, row.taxablePaise, row.cgstPaise, row.sgstPaise, row.igstPaise],
        parties: [row.supplier, row.recipient],
        placeOfSupply: row.placeOfSupply,
        dates: [row.issuedAt, row.dueAt],
      }
      return { said, lines }
    }
    const before = await read()
    await pay(5_000, { invoiceId: invoice.id })
    await note(invoice.id, 8_000)
    await app.store.tx((tx) =>
      tx
        .update(users)
        .set({ organization: 'Another name', address: 'Elsewhere' })
        .where(eq(users.id, customer.id)),
    )
    const json = { legalName: 'Asha', gstin: '27AAPFU0939F1ZV' }
    await app.request('/api/user/billing-details', { cookie: customer.cookie, json, method: 'PUT' })
    await pay(500, { invoiceId: invoice.id })
    expect(await read()).toEqual(before)
  })

  test('is refused above the rest of the invoice', async () => {
    const invoice = await issue(10_000)
    await expect(note(invoice.id, 10_001)).rejects.toMatchObject({
      code: 'INVALID',
      fields: { amount: expect.any(String) },
    })
  })
})
