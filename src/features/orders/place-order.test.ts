import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { readEnv } from '#env'
import { minute } from '#shared/time.ts'
import { createTestApp, findPlan, type Reply, type TestApp } from '#test/support/app.ts'

let app: TestApp
let customer: { cookie: string; id: string; email: string }
let other: { cookie: string; id: string }
let starter: { id: string; price: number }
let counter = 0

beforeAll(async () => {
  app = await createTestApp()
  customer = await app.addCustomer()
  other = await app.addCustomer()
  starter = await findPlan(app, 'Starter')
})
afterAll(() => app.close())

/** An order for Starter with the given fields changed, from an address of its own. */
function order(fields: Record<string, unknown> = {}, cookie = customer.cookie): Promise<Reply> {
  counter += 1
  const json = { planId: starter.id, amount: 99, paymentMethod: 'credit_card', ...fields }
  return app.request('/api/orders', { cookie, json, address: `203.0.113.${counter % 250}` })
}
const freshDomain = () => `shop-${Bun.randomUUIDv7()}.example.com`
const countOrders = () => app.store.read.$count(app.store.t.orders)
const countServices = () => app.store.read.$count(app.store.t.userServices)

const idOf = (reply: Reply) => (reply.body as { id: string }).id

/** Refused, with nothing stored. */
async function expectRefused(fields: Record<string, unknown>, status: number, body: object) {
  const before = [await countOrders(), await countServices()]
  const reply = await order(fields)
  expect(reply.status).toBe(status)
  expect(reply.body).toMatchObject(body)
  expect([await countOrders(), await countServices()]).toEqual(before)
}

describe('what an order answers', () => {
  test('201 with exactly the fields of the decision', async () => {
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

  test('is listed with its plan and category, newest first, and its service is pending', async () => {
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

  test('writes one audit entry with actor and address, and one mail to the customer', async () => {
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

  test('is published to those who listen, after it is stored', async () => {
    const heard: unknown[] = []
    const stop = app.deps.events.subscribe((event) => heard.push(event))
    const id = idOf(await order({ domain: freshDomain() }))
    stop()
    expect(heard).toEqual([{ userId: customer.id, kind: 'order', id, status: 'pending' }])
  })

  test('the same through the other door', async () => {
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

describe('the amount', () => {
  test.each([99, '99', '99.0', '99.00', ' 99 ', 1e2 - 1])('%p is the price of 99', async (amount) => {
    expect((await order({ amount, domain: freshDomain() })).status).toBe(201)
  })

  test.each([0, 1, 98.99, '99.01', 9900, 299, '0.99'])('%p is another price: 409', async (amount) => {
    await expectRefused({ amount }, 409, { code: 'PRICE_CHANGED', currentAmount: 99 })
  })

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
  ])('%p is no amount: 422', async (amount) => {
    await expectRefused({ amount }, 422, { code: 'INVALID', fields: { amount: expect.any(String) } })
  })

  test('not a number at all: 422', async () => {
    for (const text of ['1e309', '-1e309']) {
      const body = `{"planId":"${starter.id}","amount":${text},"paymentMethod":"credit_card"}`
      const headers = { 'content-type': 'application/json' }
      const reply = await app.request('/api/orders', { cookie: customer.cookie, body, headers })
      expect(reply.status).toBe(422)
    }
  })
})

describe('the plan', () => {
  test.each([
    ['unknown', () => Bun.randomUUIDv7()],
    ['no uuid', () => 'starter'],
    ['missing', () => undefined],
    ['null', () => null],
    ['an array', () => [starter.id]],
    ['an object', () => ({ $ne: null })],
    ['somebody’s id', () => customer.id],
  ])('%s: 422', async (_, planId) => {
    await expectRefused({ planId: planId() }, 422, {
      code: 'INVALID',
      fields: { planId: expect.any(String) },
    })
  })

  test('one that is for contact only: 422', async () => {
    const { id } = await findPlan(app, 'Custom')
    await expectRefused({ planId: id, amount: 0 }, 422, { fields: { planId: expect.any(String) } })
  })

  test('an archived one: 422', async () => {
    const { id } = await findPlan(app, 'Premium')
    const { pricingPlans } = app.store.t
    const archive = (isArchived: boolean) =>
      app.store.tx((tx) => tx.update(pricingPlans).set({ isArchived }).where(eq(pricingPlans.id, id)))
    await archive(true)
    await expectRefused({ planId: id, amount: 499 }, 422, { fields: { planId: expect.any(String) } })
    await archive(false)
  })
})

describe('how it is paid', () => {
  test.each(['paypal', 'CREDIT_CARD', 'credit_card ', '', null, undefined, 1, [['credit_card']]])(
    '%p: 422',
    async (paymentMethod) => {
      await expectRefused({ paymentMethod }, 422, { fields: { paymentMethod: expect.any(String) } })
    },
  )

  test.each(['cardNumber', 'cvc', 'expiry'])('a body with %s is refused and kept nowhere', async (field) => {
    const canary = `4242424242424242-${field}`
    await expectRefused({ [field]: canary }, 422, { fields: { [field]: expect.any(String) } })
    await expectRefused({ [field]: null }, 422, {})
    const headers = { 'idempotency-key': `card-${field}` }
    const json = { planId: starter.id, amount: 99, paymentMethod: 'credit_card', [field]: canary }
    const reply = await app.request('/api/orders', { cookie: customer.cookie, json, headers })
    expect(reply.status).toBe(422)
    expect(reply.text).not.toContain('4242')
    expect(app.logged.join('\n')).not.toContain('4242')
    for (const table of [app.store.t.idempotencyKeys, app.store.t.auditLog, app.store.t.mails]) {
      expect(JSON.stringify(await app.store.read.select().from(table))).not.toContain('4242')
    }
  })
})

describe('the domain', () => {
  test.each([
    ['Example-A.COM', 'example-a.com'],
    ['  spaced.example.org ', 'spaced.example.org'],
    ['root.example.net.', 'root.example.net'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['भारत.example', 'xn--h2brj9c.example'],
    ['ＦＵＬＬ.example', 'full.example'],
    [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
  ])('%p is stored as %p', async (given, stored) => {
    const reply = await order({ domain: given })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({ domain: stored })
  })

  test.each(['', '   ', null])('%p is none', async (domain) => {
    const { cookie } = await app.addCustomer()
    expect((await order({ domain }, cookie)).body).toMatchObject({ domain: null })
  })

  test.each([
    'localhost',
    'example',
    '127.0.0.1',
    '1.2.3',
    '[::1]',
    'a..b',
    '.example.com',
    '-a.example.com',
    'a-.example.com',
    'a_b.example.com',
    '*.example.com',
    'xn--.example.com',
    'a b.example.com',
    'example.com:80',
    'http://example.com',
    'example.com/path',
    'me@example.com',
    'exa\u0000mple.com',
    'evil.com\r\nSet-Cookie: x=1',
    'evil\u202e.com',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(127)}example`,
    'x'.repeat(300),
    '\ud800.example.com',
    '🙂',
    7,
    true,
    [[]],
    [['a.example.com']],
    {},
  ])('%p: 422', async (domain) => {
    await expectRefused({ domain }, 422, { fields: { domain: expect.any(String) } })
  })

  test('the portal’s own host is refused', async () => {
    await expectRefused({ domain: 'PORTAL.test' }, 422, { fields: { domain: expect.any(String) } })
  })

  test('used by another service, of anybody: 409 DOMAIN_IN_USE', async () => {
    const domain = freshDomain()
    expect((await order({ domain })).status).toBe(201)
    const before = await countOrders()
    const foreign = await order({ domain: domain.toUpperCase() }, other.cookie)
    expect(foreign.status).toBe(409)
    expect(foreign.body).toMatchObject({ code: 'DOMAIN_IN_USE', fields: { domain: expect.any(String) } })
    const { id, price } = await findPlan(app, 'Premium')
    expect((await order({ domain, planId: id, amount: price })).body).toMatchObject({ code: 'DOMAIN_IN_USE' })
    expect(await countOrders()).toBe(before)
  })
})

describe('the same order again', () => {
  test('within 10 minutes answers the first one, per domain', async () => {
    const { cookie } = await app.addCustomer()
    const domain = freshDomain()
    const [plain, named] = [await order({}, cookie), await order({ domain }, cookie)]
    expect([plain.status, named.status]).toEqual([201, 201])
    app.advance(10 * minute - 1)
    const again = await order({ amount: '99.00' }, cookie)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(plain.body)
    const namedAgain = await order({ domain: domain.toUpperCase() }, cookie)
    expect(namedAgain.status).toBe(200)
    expect(namedAgain.body).toEqual(named.body)
    app.advance(2)
    expect((await order({}, cookie)).status).toBe(201)
  })

  test('of another plan, or of another customer, is another order', async () => {
    const { cookie } = await app.addCustomer()
    const { id, price } = await findPlan(app, 'Pro')
    expect((await order({}, cookie)).status).toBe(201)
    expect((await order({ planId: id, amount: price }, cookie)).status).toBe(201)
    expect((await order({}, (await app.addCustomer()).cookie)).status).toBe(201)
  })

  test('after the first was cancelled, is a new one', async () => {
    const { cookie } = await app.addCustomer()
    const first = idOf(await order({}, cookie))
    await app.request(`/api/orders/${first}/cancel`, { cookie, json: {} })
    const second = await order({}, cookie)
    expect(second.status).toBe(201)
    expect(idOf(second)).not.toBe(first)
  })

  test('ten at once are one order, one service, one audit entry, one mail', async () => {
    const { cookie, id: userId } = await app.addCustomer()
    const replies = await Promise.all(Array.from({ length: 10 }, () => order({}, cookie)))
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
    expect(new Set(replies.map(idOf)).size).toBe(1)
    const { orders, userServices, auditLog, mails } = app.store.t
    const { read } = app.store
    expect(await read.$count(orders, eq(orders.userId, userId))).toBe(1)
    expect(await read.$count(userServices, eq(userServices.userId, userId))).toBe(1)
    const target = idOf(replies[0] as Reply)
    expect(await read.$count(auditLog, eq(auditLog.targetId, target))).toBe(1)
    expect(await read.$count(mails, eq(mails.relatedId, target))).toBe(1)
  })

  test('ten customers at once for one domain: one has it', async () => {
    const people = [
      customer,
      other,
      ...(await Promise.all([app.addCustomer(), app.addCustomer(), app.addCustomer()])),
    ]
    const domain = freshDomain()
    const replies = await Promise.all(people.map(({ cookie }) => order({ domain }, cookie)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  })
})

test('fields that are not the customer’s to set change nothing', async () => {
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

test('the 31st order of an address within the hour: 429 with Retry-After, at both doors, and the hour after it works', async () => {
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

test('a signed-out visitor orders nothing: 401', async () => {
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

test('the portal’s host is that of PUBLIC_ORIGIN', async () => {
  const env = {
    ...readEnv({ PUBLIC_ORIGIN: 'https://hosting.example:8443' }),
    DATA_DIR: app.dataDir,
    NODE_ENV: 'test',
  }
  const portal = await createTestApp({ env, store: app.store, origin: () => 'https://hosting.example:8443' })
  const json = { planId: starter.id, amount: 99, paymentMethod: 'credit_card', domain: 'hosting.example' }
  const reply = await portal.request('/api/orders', { cookie: customer.cookie, json })
  expect(reply.status).toBe(422)
  expect(reply.body).toMatchObject({ fields: { domain: expect.any(String) } })
})
