import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { minute } from '#shared/time.ts'
import { createTestApp, findPlan, type TestApp } from '#test/support/app.ts'
import { createOrdering, freshDomain, idOf, type Ordering } from '#test/support/ordering.ts'

let app: TestApp
let customer: Ordering['customer']
let other: Ordering['other']
let starter: Ordering['starter']
let order: Ordering['order']
let expectRefused: Ordering['expectRefused']

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ customer, other, starter, order, expectRefused } = await createOrdering(app))
})

describe('a placed order', () => {
  test('returns 201 with exactly the documented fields', async () => {
    const domain = freshDomain()
    const reply = await order({ domain })
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{14}7/),
      planId: starter.id,
      amount: 99,
      currency: 'INR',
      status: 'pending',
      paymentMethod: 'credit_card',
      domain,
      serviceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      createdAt: '2026-11-20T06:30:00.000Z',
    })
  })

  test('is listed first, with its plan, category and pending service', async () => {
    const reply = await order({ domain: freshDomain() })
    const list = await app.request('/api/user/orders', { cookie: customer.cookie })
    const [newest] = list.body as object[]
    expect(newest).toEqual({
      ...(reply.body as object),
      plan: { id: starter.id, name: 'Starter' },
      category: { id: expect.any(String), name: 'Web Hosting' },
      reason: null,
    })
    const services = await app.request('/api/user-services', { cookie: customer.cookie })
    expect(services.body).toContainEqual(
      expect.objectContaining({ id: (reply.body as { serviceId: string }).serviceId, status: 'pending' }),
    )
  })

  test('writes one audit entry with actor and address, and queues one mail to the customer', async () => {
    const id = idOf(await order({ domain: freshDomain() }))
    const { auditLog, mails } = app.store.t
    const entries = await app.store.read.select().from(auditLog).where(eq(auditLog.targetId, id))
    expect(entries).toMatchObject([
      { action: 'order.create', actor: customer.email, actorId: customer.id, userId: customer.id },
    ])
    expect(entries[0]?.address).toMatch(/^203\.0\.113\./)
    const sent = await app.store.read.select().from(mails).where(eq(mails.relatedId, id))
    expect(sent).toMatchObject([{ to: customer.email, kind: 'order.received' }])
    expect(sent[0]?.text).toContain('Starter')
    expect(sent[0]?.text).toContain('₹99')
  })

  test('is published to subscribers after it is stored', async () => {
    const heard: unknown[] = []
    const stop = app.deps.events.subscribe((event) => heard.push(event))
    const id = idOf(await order({ domain: freshDomain() }))
    stop()
    expect(heard).toEqual([{ userId: customer.id, kind: 'order', id, status: 'pending' }])
  })

  test('has the same result and refusals through tRPC', async () => {
    const json = { planId: starter.id, amount: 99, paymentMethod: 'credit_card', domain: freshDomain() }
    const reply = await app.request('/api/trpc/orders.create', { cookie: customer.cookie, json })
    expect(reply.body).toMatchObject({ result: { data: { status: 'pending', amount: 99 } } })
    const wrong = await app.request('/api/trpc/orders.create', {
      cookie: customer.cookie,
      json: { ...json, amount: 1 },
    })
    expect(wrong.status).toBe(409)
    expect(wrong.body).toMatchObject({
      error: {
        message: 'The price of this plan has changed.',
        data: { body: { code: 'PRICE_CHANGED', currentAmount: 99 } },
      },
    })
  })
})

describe('the amount of an order', () => {
  test.each([99, '99', '99.0', '99.00', ' 99 ', 1e2 - 1])(
    'matches the price 99 when it is %p',
    async (amount) => {
      expect((await order({ amount, domain: freshDomain() })).status).toBe(201)
    },
  )

  test.each([0, 1, 98.99, '99.01', 9900, 299, '0.99'])(
    'is refused with 409 and the current price when it is %p',
    async (amount) => {
      await expectRefused({ amount }, 409, { code: 'PRICE_CHANGED', currentAmount: 99 })
    },
  )

  test.each([
    -99,
    -0.01,
    99.000001,
    '99.001',
    '-99',
    '1e2',
    '0x63',
    '९९',
    '99,00',
    '₹99',
    '',
    ' ',
    null,
    true,
    [[]],
    [[99]],
    {},
    undefined,
    '9'.repeat(40),
    1e21,
  ])('is refused with 422 as invalid when it is %p', async (amount) => {
    await expectRefused({ amount }, 422, { code: 'INVALID', fields: { amount: expect.any(String) } })
  })

  test('is refused with 422 when it exceeds the range of numbers', async () => {
    for (const text of ['1e309', '-1e309']) {
      const body = `{"planId":"${starter.id}","amount":${text},"paymentMethod":"credit_card"}`
      const headers = { 'content-type': 'application/json' }
      const reply = await app.request('/api/orders', { cookie: customer.cookie, body, headers })
      expect(reply.status).toBe(422)
    }
  })
})

describe('the plan of an order', () => {
  test.each([
    ['unknown', () => Bun.randomUUIDv7()],
    ['an invalid UUID', () => 'starter'],
    ['missing', () => undefined],
    ['null', () => null],
    ['an array', () => [starter.id]],
    ['an object', () => ({ $ne: null })],
    ['another user’s id', () => customer.id],
  ])('is refused with 422 when its id is %s', async (_, planId) => {
    await expectRefused({ planId: planId() }, 422, {
      code: 'INVALID',
      fields: { planId: expect.any(String) },
    })
  })

  test('is refused with 422 when it is available only on request', async () => {
    const { id } = await findPlan(app, 'Custom')
    await expectRefused({ planId: id, amount: 0 }, 422, { fields: { planId: expect.any(String) } })
  })

  test('is refused with 422 when it is archived', async () => {
    const { id } = await findPlan(app, 'Premium')
    const { pricingPlans } = app.store.t
    const archive = (isArchived: boolean) =>
      app.store.tx((tx) => tx.update(pricingPlans).set({ isArchived }).where(eq(pricingPlans.id, id)))
    await archive(true)
    await expectRefused({ planId: id, amount: 499 }, 422, { fields: { planId: expect.any(String) } })
    await archive(false)
  })
})

describe('the payment method of an order', () => {
  test.each(['paypal', 'CREDIT_CARD', 'credit_card ', '', null, undefined, 1, [['credit_card']]])(
    'is refused with 422 when it is %p',
    async (paymentMethod) => {
      await expectRefused({ paymentMethod }, 422, { fields: { paymentMethod: expect.any(String) } })
    },
  )

  test.each(['cardNumber', 'cvc', 'expiry'])(
    'contains no card data: a body with %s is refused, and none of it is stored or logged',
    async (field) => {
      const canary = `4242424242424242-${field}`
      await expectRefused({ [field]: canary }, 422, { fields: { [field]: expect.any(String) } })
      await expectRefused({ [field]: null }, 422, {})
      const headers = { 'idempotency-key': `card-${field}` }
      const json = { planId: starter.id, amount: 99, paymentMethod: 'credit_card', [field]: canary }
      const reply = await app.request('/api/orders', { cookie: customer.cookie, json, headers })
      expect(reply.status).toBe(422)
      expect(reply.text).not.toContain('42424242')
      expect(app.logged.join('\n')).not.toContain('42424242')
      for (const table of [app.store.t.idempotencyKeys, app.store.t.auditLog, app.store.t.mails]) {
        expect(JSON.stringify(await app.store.read.select().from(table))).not.toContain('42424242')
      }
    },
  )
})

test('ignores fields that a customer may not set', async () => {
  const forged = {
    id: Bun.randomUUIDv7(),
    userId: other.id,
    status: 'approved',
    currency: 'USD',
    serviceId: other.id,
  }
  const reply = await order({ ...forged, domain: freshDomain(), createdAt: '2000-01-01T00:00:00.000Z' })
  expect(reply.body).toMatchObject({
    status: 'pending',
    currency: 'INR',
    createdAt: expect.stringMatching(/^2026/),
  })
  expect(idOf(reply)).not.toBe(forged.id)
  const { orders } = app.store.t
  const [row] = await app.store.read
    .select()
    .from(orders)
    .where(eq(orders.id, idOf(reply)))
  expect(row?.userId).toBe(customer.id)
})

test('the 31st order from one address within an hour is 429 with Retry-After through both transports, and the next hour allows more', async () => {
  const { cookie } = await app.addCustomer()
  const address = '198.18.0.1'
  const json = { planId: starter.id, amount: 99, paymentMethod: 'credit_card' }
  for (let i = 0; i < 30; i += 1) {
    const reply = await app.request('/api/orders', { cookie, json, address })
    expect(reply.status).toBeLessThan(300)
  }
  for (const path of ['/api/orders', '/api/trpc/orders.create']) {
    const reply = await app.request(path, { cookie, json, address })
    expect(reply.status).toBe(429)
    const seconds = Number(reply.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(3_600)
  }
  app.advance(60 * minute)
  expect((await app.request('/api/orders', { cookie, json, address })).status).toBeLessThan(300)
})

test('ordering without a session is 401', async () => {
  const reply = await app.request('/api/orders', {
    json: { planId: starter.id, amount: 99, paymentMethod: 'credit_card' },
  })
  expect(reply.status).toBe(401)
  expect(reply.body).toMatchObject({
    message: 'Unauthorized',
    code: 'UNAUTHORIZED',
    requestId: expect.any(String),
  })
})
