import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createPaymentsApp, type PaymentsApp } from '#test/support/payments.ts'

let app: PaymentsApp
let counter = 800_000_000_000
beforeEach(async () => {
  app = await createPaymentsApp({ PAYMENT_DRIVER: 'manual', AUTO_APPROVE: 'paid' })
})
afterEach(() => app.close())

const record = (orderId: string, amount: number) => {
  counter += 1
  const json = { orderId, amount, reference: String(counter), receivedAt: app.deps.now().toISOString() }
  return app.ask(app.administrator, '/api/admin/payments', json)
}

const statusOf = async (id: string) => {
  const { orders } = app.store.t
  return (await app.store.read.select().from(orders).where(eq(orders.id, id)))[0]
}

const invoicesOf = async (id: string) => {
  const { invoices } = app.store.t
  return app.store.read.select().from(invoices).where(eq(invoices.orderId, id))
}

describe('with AUTO_APPROVE=paid', () => {
  test('the portal approves an order once its payments cover its amount', async () => {
    const { id, serviceId } = await app.order()
    await record(id, 50)
    await app.work()
    expect(await statusOf(id)).toMatchObject({ status: 'pending' })
    await record(id, 49)
    await app.work()
    expect(await statusOf(id)).toMatchObject({ status: 'approved', decidedBy: null, note: 'Paid in full' })
    expect(await invoicesOf(id)).toMatchObject([{ status: 'paid', paidPaise: 9_900 }])
    const { body } = await app.ask(app.customer, `/api/user-services/${serviceId}`)
    expect(body).toMatchObject({ status: 'active' })
    const { auditLog } = app.store.t
    const entries = await app.store.read.select().from(auditLog).where(eq(auditLog.targetId, id))
    expect(entries.filter(({ action }) => action === 'order.approve')).toMatchObject([{ actorId: null }])
    expect(await app.payments()).toHaveLength(2)
  })

  test('an order rejected or cancelled during its last payment stays so, and its money becomes credit', async () => {
    const [rejected, cancelled] = [await app.order(), await app.order()]
    for (const { id } of [rejected, cancelled]) await record(id, 99)
    await app.ask(app.administrator, `/api/admin/orders/${rejected.id}/reject`, { reason: 'No' })
    await app.ask(app.customer, `/api/orders/${cancelled.id}/cancel`, {})
    await app.work()
    expect(await statusOf(rejected.id)).toMatchObject({ status: 'rejected' })
    expect(await statusOf(cancelled.id)).toMatchObject({ status: 'cancelled' })
    expect((await app.payments()).map(({ creditedPaise }) => creditedPaise)).toEqual([9_900, 9_900])
  })

  test('a concurrent approval by an administrator leaves one service and one invoice', async () => {
    const { id } = await app.order()
    await record(id, 99)
    await app.ask(app.administrator, `/api/admin/orders/${id}/approve`, {})
    await app.work()
    await record(id, 1)
    await app.work()
    expect(await invoicesOf(id)).toHaveLength(1)
    const { userServices } = app.store.t
    const services = await app.store.read.select().from(userServices).where(eq(userServices.orderId, id))
    expect(services).toHaveLength(1)
  })
})

test('otherwise an administrator decides, and sees the payments', async () => {
  const manual = await createPaymentsApp({ PAYMENT_DRIVER: 'manual' })
  const { id } = await manual.order()
  const json = {
    orderId: id,
    amount: 99,
    reference: 'UTR000000001',
    receivedAt: manual.deps.now().toISOString(),
  }
  await manual.ask(manual.administrator, '/api/admin/payments', json)
  await manual.work()
  const { orders } = manual.store.t
  expect(await manual.store.read.select().from(orders)).toMatchObject([{ status: 'pending' }])
  await manual.close()
})
