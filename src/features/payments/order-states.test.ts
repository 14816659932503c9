import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { AdminOrder } from '#features/orders/contract/desk.ts'
import { createPaymentsApp, type PaymentsApp } from '#test/support/payments.ts'

let app: PaymentsApp
beforeAll(async () => {
  app = await createPaymentsApp({ PAYMENT_DRIVER: 'manual' })
})
afterAll(() => app.close())

const at = '2026-11-20T06:00:00.000Z'
const approval = { by: 'approval', reference: null, received: 99 }

/** The order's row in the list of all orders, which must equal the order. */
async function rowOf(id: string): Promise<Pick<AdminOrder, 'payment' | 'decidedBy' | 'decidedAt'>> {
  const list = await app.ask(app.administrator, '/api/admin/orders')
  const { items } = list.body as unknown as { items: AdminOrder[] }
  const row = items.find((each) => each.id === id)
  if (!row) throw new Error('no such order')
  const detail = (await app.ask(app.administrator, `/api/admin/orders/${id}`)).body as unknown as AdminOrder
  expect(detail.payment).toEqual(row.payment)
  expect(detail.decidedBy).toEqual(row.decidedBy)
  return row
}

const record = (orderId: string, amount: number, reference: string) =>
  app.ask(app.administrator, '/api/admin/payments', { orderId, amount, reference, receivedAt: at })

test('an order shows its payment: none, a reported transfer, in part, in full', async () => {
  const { id } = await app.order()
  const unpaid = { state: 'unpaid', by: null, reference: null, received: 0 }
  expect((await rowOf(id)).payment).toEqual(unpaid as AdminOrder['payment'])
  await app.ask(app.customer, `/api/orders/${id}/pay/report`, { reference: '732912345001' })
  expect((await rowOf(id)).payment).toMatchObject({ state: 'reported', reference: '732912345001' })
  await record(id, 40, '732912345002')
  expect((await rowOf(id)).payment).toMatchObject({ state: 'part', by: 'transfer', received: 40 })
  await record(id, 59, '732912345003')
  expect((await rowOf(id)).payment).toMatchObject({ state: 'paid', reference: '732912345003', received: 99 })
})

test('an approval that confirms the payment shows this, with its approver and time', async () => {
  const { id } = await app.order()
  await app.ask(app.administrator, `/api/admin/orders/${id}/approve`, {})
  const { payment, decidedBy, decidedAt } = await rowOf(id)
  expect(payment).toEqual({ state: 'paid', ...approval } as AdminOrder['payment'])
  expect(decidedBy).toMatchObject({ id: app.administrator.id, email: app.administrator.email })
  expect(decidedAt).not.toBeNull()
})

test('a payment for a rejected order shows as refunded', async () => {
  const { id } = await app.order()
  await record(id, 99, '732912345004')
  await app.ask(app.administrator, `/api/admin/orders/${id}/reject`, { reason: 'No' })
  expect((await rowOf(id)).payment).toMatchObject({ state: 'returned', by: 'transfer' })
})

test('a cancelled order shows that its customer cancelled it', async () => {
  const { id } = await app.order()
  await app.ask(app.customer, `/api/orders/${id}/cancel`, {})
  const { decidedBy, payment } = await rowOf(id)
  expect(decidedBy?.id).toBe(app.customer.id)
  expect(payment.state).toBe('unpaid')
})
