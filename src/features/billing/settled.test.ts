import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'
import { type InvoiceLine, issueInvoice } from './service/issue-invoice.ts'
import { recordPayment } from './service/record-payment.ts'
import { invoiceSettledKind, listenedKinds, orderPaidKind } from './settled.ts'

let app: TestApp
let customer: { id: string; cookie: string }
beforeAll(async () => {
  app = await createTestApp({ billing: { listens: new Set([invoiceSettledKind, orderPaidKind]) } })
})
afterAll(() => app.close())
beforeEach(async () => {
  customer = await app.addCustomer()
})

let counter = 0
const pay = (amountPaise: number, target: { invoiceId?: string; orderId?: string }) => {
  counter += 1
  const payment = { provider: 'manual' as const, reference: `S${counter}`, amountPaise, recordedBy: null }
  const whose = { userId: customer.id, invoiceId: null, orderId: null, receivedAt: app.deps.now(), ...target }
  return app.store.tx((tx) => recordPayment(tx, app.deps, { ...payment, ...whose }))
}
const jobsOf = (id: string) => {
  const { jobs } = app.store.t
  const { kind, payload } = jobs
  return app.store.read.select({ kind, payload }).from(jobs).where(eq(jobs.relatedId, id))
}
const line: InvoiceLine = { kind: 'renewal', description: 'One month', quantity: 1, totalPaise: 10_000 }

test('queues one job when an invoice becomes paid', async () => {
  const wanted = { userId: customer.id, lines: [line], dueAt: app.deps.now() }
  const { id } = await app.store.tx((tx) => issueInvoice(tx, app.deps, wanted))
  await pay(6_000, { invoiceId: id })
  expect((await jobsOf(id)).filter(({ kind }) => kind === invoiceSettledKind)).toEqual([])
  await Promise.all([pay(4_000, { invoiceId: id }), pay(4_000, { invoiceId: id })])
  expect((await jobsOf(id)).filter(({ kind }) => kind === invoiceSettledKind)).toEqual([
    { kind: invoiceSettledKind, payload: { invoiceId: id, userId: customer.id } },
  ])
})

test('queues one job when payments cover a pending order, for any number of concurrent payments', async () => {
  const { id } = await placeOrder(app, customer.cookie)
  await pay(5_000, { orderId: id })
  expect(await jobsOf(id)).toEqual([])
  await Promise.all([pay(4_900, { orderId: id }), pay(4_900, { orderId: id }), pay(4_900, { orderId: id })])
  expect((await jobsOf(id)).filter(({ kind }) => kind === orderPaidKind)).toEqual([
    { kind: orderPaidKind, payload: { orderId: id, userId: customer.id } },
  ])
})

test('queues no job of a kind that no feature handles', () => {
  const handler = { kind: 'some.kind', run: async () => {} }
  expect([
    ...listenedKinds([{ name: 'one', work: { main: { handlers: [handler] } } }, { name: 'other' }]),
  ]).toEqual(['some.kind'])
})
