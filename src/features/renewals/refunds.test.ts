import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { day } from '#shared/time.ts'
import { createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'
import { buyService, daysAfter, passTo, workRenewals } from '#test/support/renewals.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function bought() {
  const service = await buyService(app)
  const { invoices: i } = app.store.t
  const newest = async () => {
    const rows = await app.store.read.select().from(i).where(eq(i.serviceId, service.serviceId))
    return rows
      .filter(({ kind }) => kind === 'invoice')
      .toSorted((a, b) => b.issuedAt.getTime() - a.issuedAt.getTime())[0]?.id
  }
  const { cookie } = service.administrator
  const ask = async (json: object) =>
    app.request('/api/admin/refunds/preview', { cookie, json: { invoiceId: await newest(), ...json } })
  const refund = async (json: object) =>
    app.request('/api/admin/refunds', { cookie, json: { invoiceId: await newest(), method: 'upi', ...json } })
  return { ...service, ask, refund }
}

test('refunds everything within 30 days of the order by a credit note, and ends the service', async () => {
  const { ask, refund, status, read, administrator } = await bought()
  expect((await ask({ ground: 'guarantee' })).body).toMatchObject({ isEligible: true, amount: 99 })
  expect((await refund({ ground: 'guarantee', amount: 98 })).body).toMatchObject({
    code: 'PRICE_CHANGED',
    currentAmount: 99,
  })
  const before = await read()
  const done = await refund({ ground: 'guarantee', amount: 99 })
  expect(done.status).toBe(201)
  expect(done.body).toMatchObject({ amount: 99, status: 'waiting', method: 'upi' })
  expect(before.due).toEqual([])
  expect(await status()).toBe('terminated')
  await workRenewals(app)
  expect((await refund({ ground: 'guarantee', amount: 99 })).status).toBe(409)
  const { id } = done.body as { id: string }
  const paid = (json: object) =>
    app.request(`/api/admin/refunds/${id}/paid`, { cookie: administrator.cookie, json })
  expect((await paid({ reference: '' })).status).toBe(422)
  expect((await paid({ reference: 'UTR 1' })).body).toMatchObject({ status: 'paid', reference: 'UTR 1' })
  expect((await paid({ reference: 'UTR 2' })).status).toBe(409)
  const { items } = (await app.request('/api/admin/refunds', { cookie: administrator.cookie })).body as {
    items: { id: string }[]
  }
  expect(items.map((each) => each.id)).toContain(id)
})

test('credits prepaid time to the account when a refund ends the service, as the preview says', async () => {
  const { ask, refund, post, pay, cookie, serviceId } = await bought()
  const { invoices: i } = app.store.t
  const [order] = await app.store.read.select().from(i).where(eq(i.serviceId, serviceId))
  await post('renew', { terms: 12 })
  await pay()
  const invoiceId = order?.id
  expect((await ask({ ground: 'guarantee', invoiceId })).body).toMatchObject({
    amount: 99,
    reason: expect.stringMatching(/₹1,188\.00 INR that was paid ahead becomes account credit\.$/),
  })
  expect((await refund({ ground: 'guarantee', invoiceId, amount: 99 })).status).toBe(201)
  await workRenewals(app)
  const { body } = await app.request('/api/user/account-credit', { cookie })
  expect(body).toMatchObject({ amount: 1_188 })
})

test('gives nothing for the guarantee after 30 days, and the unused time for downtime', async () => {
  const { ask, read } = await bought()
  await passTo(app, daysAfter((await read()).paidUntil, -15))
  expect((await ask({ ground: 'downtime', downtimeHours: 48 })).body).toMatchObject({ isEligible: false })
  const { body } = await ask({ ground: 'downtime', downtimeHours: 49 })
  expect(body).toMatchObject({ isEligible: true })
  expect((body as { amount: number }).amount).toBeGreaterThan(45)
  expect((body as { amount: number }).amount).toBeLessThan(52)
  app.advance(40 * day)
  expect((await ask({ ground: 'guarantee' })).body).toMatchObject({ isEligible: false, amount: 0 })
})

test('refunds the unused months of a year, less the fee, and nothing with fewer than three left', async () => {
  const { ask, post, read, pay } = await bought()
  await post('plan', { planId: await premium(), amount: 400 })
  await pay()
  await post('term', { term: 'yearly' }, 'PUT')
  await passTo(app, daysAfter((await read()).paidUntil, -14), 400 * day)
  await pay()
  const { paidUntil } = await read()
  expect((await ask({ ground: 'annual' })).body).toMatchObject({ isEligible: true, amount: 5_988 - 500 })
  await passTo(app, daysAfter(paidUntil, -150), 400 * day)
  const { body } = await ask({ ground: 'annual' })
  expect(body).toMatchObject({ isEligible: true, amount: 499 * 4 - 500 })
  await passTo(app, daysAfter(paidUntil, -80), 400 * day)
  expect((await ask({ ground: 'annual' })).body).toMatchObject({ isEligible: false, amount: 0 })
}, 300_000)

const premium = async () => {
  const { pricingPlans: p } = app.store.t
  const [plan] = await app.store.read.select().from(p).where(eq(p.name, 'Premium'))
  return plan?.id ?? ''
}

test('gives no activation refund for a service that was activated in time', async () => {
  const { ask } = await bought()
  expect((await ask({ ground: 'activation' })).body).toMatchObject({ isEligible: false })
  expect((await ask({ ground: 'mood' })).status).toBe(422)
})

describe('the refund of an order', () => {
  async function order() {
    const service = await bought()
    const { cookie } = service.administrator
    const { invoices: i } = app.store.t
    const find = async () =>
      (await app.store.read.select().from(i).where(eq(i.serviceId, service.serviceId))).find(
        ({ orderId }) => orderId !== null,
      )
    const refundOrder = async (json: object, id?: string) =>
      app.request(`/api/admin/orders/${id ?? (await find())?.orderId}/refund`, { cookie, json })
    return { ...service, find, refundOrder }
  }

  test('gives the amount of the policy once, by a credit note that the invoice names', async () => {
    const { refundOrder, find, status, cookie } = await order()
    expect((await refundOrder({})).status).toBe(422)
    const done = await refundOrder({ reason: 'Changed their mind' })
    expect(done.status).toBe(201)
    expect(done.body).toMatchObject({ amount: 99, status: 'waiting', method: null })
    expect(await status()).toBe('terminated')
    const { body } = await app.request('/api/invoices', { cookie })
    const invoice = (body as { id: string; creditNotes: { amount: number }[] }[]).find(
      ({ creditNotes }) => creditNotes.length > 0,
    )
    expect(invoice).toMatchObject({
      id: (await find())?.id,
      status: 'credited',
      creditNotes: [{ amount: 99 }],
    })
    expect((await refundOrder({ reason: 'Again' })).status).toBe(409)
  })

  test('with a given amount leaves the service active, and never exceeds what was paid', async () => {
    const { refundOrder, status } = await order()
    expect((await refundOrder({ reason: 'Downtime', amount: 33.5 })).body).toMatchObject({ amount: 33.5 })
    expect(await status()).toBe('active')
    const more = await refundOrder({ reason: 'Downtime', amount: 65.51 })
    expect(more.body).toMatchObject({ code: 'INVALID', fields: { amount: expect.any(String) } })
    expect((await refundOrder({ reason: 'Downtime', amount: 65.5 })).status).toBe(201)
    expect(await status()).toBe('terminated')
  })

  test('happens once, even for five concurrent requests', async () => {
    const { refundOrder, serviceId } = await order()
    const answers = await Promise.all(Array.from({ length: 5 }, () => refundOrder({ reason: 'Hurry' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
    const { invoices: i } = app.store.t
    expect(await app.store.read.$count(i, and(eq(i.serviceId, serviceId), eq(i.kind, 'creditNote')))).toBe(1)
  })

  test('is refused when the policy gives nothing, and for an unapproved order', async () => {
    const { refundOrder, administrator } = await order()
    app.advance(31 * day)
    const late = await refundOrder({ reason: 'Late' })
    expect(late.status).toBe(409)
    expect(late.text).toContain('money-back guarantee ended')
    const pending = await placeOrder(app, (await app.addCustomer()).cookie)
    expect((await refundOrder({ reason: 'Early' }, pending.id)).status).toBe(409)
    const json = { reason: 'None' }
    const path = `/api/admin/orders/${Bun.randomUUIDv7()}/refund`
    expect((await app.request(path, { cookie: administrator.cookie, json })).status).toBe(404)
  })
})
