import { afterEach, beforeEach, expect, test } from 'bun:test'
import { hour, minute } from '#shared/time.ts'
import { createPaymentsApp, type PaymentsApp } from '#test/support/payments.ts'
import { carryOutRefund, isReturnable, refundPaidKind, refundPayment } from './service/refunds.ts'

let app: PaymentsApp
beforeEach(async () => {
  app = await createPaymentsApp()
})
afterEach(() => app.close())

/** A payment of ₹99 at a Razorpay page. */
async function paid() {
  const { id } = await app.order()
  const { body } = await app.ask(app.customer, `/api/orders/${id}/pay/online`, {})
  await app.tell(app.paidAt((body as { url: string }).url.split('/').at(-1) ?? ''))
  await app.work()
  const [payment] = await app.payments()
  if (!payment) throw new Error('nothing was paid')
  return payment
}

const refundId = '019aa000-0000-7000-8000-000000000009'
const refunds = () => app.store.read.select().from(app.store.t.providerRefunds)

async function refund(payment: Awaited<ReturnType<typeof paid>>) {
  const ask = () =>
    app.store.tx((tx) => refundPayment(tx, app.deps, { refundId, payment, amountPaise: 5_000 }))
  await ask()
  await ask()
}

test('the provider refunds a payment once, with the id of the refund', async () => {
  const payment = await paid()
  expect(isReturnable(app.deps, payment)).toBe(true)
  await refund(payment)
  await app.work()
  expect(app.fake.refunds).toMatchObject([
    { payment_id: payment.reference, amount: 5_000, receipt: refundId },
  ])
  expect(await refunds()).toMatchObject([{ status: 'paid', externalId: app.fake.refunds[0]?.id }])
})

test('does not repeat a refund whose response was lost', async () => {
  const payment = await paid()
  await refund(payment)
  app.fake.answer = async (request) => {
    if (request.method !== 'POST' || !request.url.endsWith('/refund')) return null
    app.fake.answer = null
    await fetch(request.clone())
    return new Response('', { status: 504 })
  }
  await app.work()
  expect(await refunds()).toMatchObject([{ status: 'waiting' }])
  app.advance(minute)
  await app.work()
  expect(app.fake.refunds).toHaveLength(1)
  expect(await refunds()).toMatchObject([{ status: 'paid' }])
})

test('polls an accepted refund until it is paid', async () => {
  const payment = await paid()
  const later = { id: 'rfnd_1', amount: 5_000, receipt: refundId, status: 'pending' }
  app.fake.answer = (request) =>
    request.url.endsWith('/refund')
      ? Response.json(later)
      : request.url.endsWith('/refunds')
        ? Response.json({ items: [] })
        : null
  await refund(payment)
  await app.work()
  expect(await refunds()).toMatchObject([{ status: 'sent', externalId: 'rfnd_1' }])
  later.status = 'processed'
  app.advance(hour)
  await app.work()
  expect(await refunds()).toMatchObject([{ status: 'paid', checkAt: null }])
})

test('an event of the provider triggers a poll', async () => {
  const payment = await paid()
  const later = { id: 'rfnd_1', amount: 5_000, receipt: refundId, status: 'pending' }
  app.fake.answer = (request) =>
    request.url.endsWith('/refund')
      ? Response.json(later)
      : request.url.endsWith('/refunds')
        ? Response.json({ items: [] })
        : null
  await refund(payment)
  await app.work()
  later.status = 'processed'
  await app.tell({ event: 'refund.processed', payload: { refund: { entity: { id: 'rfnd_1' } } } })
  await app.work()
  expect(await refunds()).toMatchObject([{ status: 'paid' }])
})

test('runs a job when a refund ends', async () => {
  const payment = await paid()
  const listens = new Set([...app.deps.billing.listens, refundPaidKind])
  const deps = { ...app.deps, billing: { listens } }
  await refund(payment)
  await carryOutRefund(deps, refundId)
  const jobs = await app.store.read.select().from(app.store.t.jobs)
  const payload = { refundId, userId: payment.userId, reference: app.fake.refunds[0]?.id }
  expect(jobs.filter(({ kind }) => kind === refundPaidKind)).toMatchObject([{ payload, status: 'queued' }])
})

test('reports a refused refund to the administrator, and does not retry it forever', async () => {
  const payment = await paid()
  app.fake.answer = (request) =>
    request.url.endsWith('/refund')
      ? Response.json(
          { error: { description: 'The payment has been fully refunded already' } },
          { status: 400 },
        )
      : null
  await refund(payment)
  await app.work()
  expect(await refunds()).toMatchObject([
    { status: 'failed', message: expect.stringContaining('fully refunded') },
  ])
  expect(await app.mails('refund.failed')).toMatchObject([{ to: 'office@example.com' }])
})

test('the provider cannot refund a bank transfer', async () => {
  const { id } = await app.order()
  const json = { orderId: id, amount: 9, reference: 'UTR000000001', receivedAt: app.deps.now().toISOString() }
  await app.ask(app.administrator, '/api/admin/payments', json)
  const [payment] = await app.payments()
  if (!payment) throw new Error('nothing was paid')
  expect(isReturnable(app.deps, payment)).toBe(false)
})
