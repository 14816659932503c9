import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { readEnv } from '#env'
import { minute } from '#shared/time.ts'
import { createTestApp, findPlan, type Reply, type TestApp } from '#test/support/app.ts'
import { createOrdering, freshDomain, idOf, type Ordering } from '#test/support/ordering.ts'

let app: TestApp
let customer: Ordering['customer']
let other: Ordering['other']
let starter: Ordering['starter']
let order: Ordering['order']
let count: Ordering['count']
let expectRefused: Ordering['expectRefused']

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ customer, other, starter, order, count, expectRefused } = await createOrdering(app))
})

describe('the domain of an order', () => {
  test.each([
    ['Example-A.COM', 'example-a.com'],
    ['  spaced.example.org ', 'spaced.example.org'],
    ['root.example.net.', 'root.example.net'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['भारत.example', 'xn--h2brj9c.example'],
    ['ＦＵＬＬ.example', 'full.example'],
    [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
  ])('given as %p is stored as %p', async (given, stored) => {
    const reply = await order({ domain: given })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({ domain: stored })
  })

  test.each(['', '   ', null])('given as %p counts as missing', async (domain) => {
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
  ])('is refused with 422 when it is %p', async (domain) => {
    await expectRefused({ domain }, 422, { fields: { domain: expect.any(String) } })
  })

  test.each(['PORTAL.test', 'www.portal.test', 'x.portal.test', 'a.b.portal.test'])(
    'is refused with 422 when it is the portal’s own name %s',
    async (domain) => {
      await expectRefused({ domain }, 422, { fields: { domain: expect.any(String) } })
    },
  )

  test('is refused with 409 DOMAIN_IN_USE when a service of any customer uses it', async () => {
    const domain = freshDomain()
    expect((await order({ domain })).status).toBe(201)
    const before = (await count()).orders
    const foreign = await order({ domain: domain.toUpperCase() }, other.cookie)
    expect(foreign.status).toBe(409)
    expect(foreign.body).toMatchObject({ code: 'DOMAIN_IN_USE', fields: { domain: expect.any(String) } })
    const { id, price } = await findPlan(app, 'Premium')
    expect((await order({ domain, planId: id, amount: price })).body).toMatchObject({ code: 'DOMAIN_IN_USE' })
    expect((await count()).orders).toBe(before)
  })
})

describe('repeating an order', () => {
  test('within 10 minutes returns the first order, separately for each domain', async () => {
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

  test('for another plan or by another customer places a new order', async () => {
    const { cookie } = await app.addCustomer()
    const { id, price } = await findPlan(app, 'Pro')
    expect((await order({}, cookie)).status).toBe(201)
    expect((await order({ planId: id, amount: price }, cookie)).status).toBe(201)
    expect((await order({}, (await app.addCustomer()).cookie)).status).toBe(201)
  })

  test('after the first was cancelled places a new order', async () => {
    const { cookie } = await app.addCustomer()
    const first = idOf(await order({}, cookie))
    await app.request(`/api/orders/${first}/cancel`, { cookie, json: {} })
    const second = await order({}, cookie)
    expect(second.status).toBe(201)
    expect(idOf(second)).not.toBe(first)
  })

  test('ten times concurrently creates one order, one service, one audit entry and one mail', async () => {
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

  test('for one domain by five customers concurrently succeeds once', async () => {
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

describe('names of the portal and the gateway', () => {
  const settings = { PUBLIC_ORIGIN: 'https://www.hosting.example.com:8443' }
  const origins = {
    origin: () => settings.PUBLIC_ORIGIN,
    sitesOrigin: () => 'https://sites.example.net',
  }
  const openPortal = () => {
    const env = { ...readEnv(settings), DATA_DIR: app.dataDir, NODE_ENV: 'test' }
    return createTestApp({ env, store: app.store, ...origins })
  }
  const body = (domain: string) => ({ planId: starter.id, amount: 99, paymentMethod: 'credit_card', domain })
  /** The session cookie for that portal, which uses TLS. */
  const overTls = (cookie: string) => `__Host-${cookie}`

  test.each([
    'hosting.example.com',
    'www.hosting.example.com',
    'shop.hosting.example.com',
    'example.com',
    'sites.example.net',
    'shop.sites.example.net',
    'example.net',
    'visited.example.org',
    'shop.visited.example.org',
    'example.org',
  ])('cannot be ordered: %s', async (domain) => {
    const portal = await openPortal()
    const headers = { host: 'visited.example.org:3000' }
    const reply = await portal.request('/api/orders', {
      cookie: overTls(customer.cookie),
      json: body(domain),
      headers,
    })
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({ fields: { domain: expect.any(String) } })
  })

  test('leave other names under the same parent domain free', async () => {
    const portal = await openPortal()
    const cookie = overTls((await app.addCustomer()).cookie)
    const reply = await portal.request('/api/orders', { cookie, json: body('other.example.net') })
    expect(reply.status).toBe(201)
  })

  test("are checked against the administrator's host, who cannot approve an order for a parent of that host", async () => {
    const { cookie } = await app.addCustomer()
    const placed = await app.request('/api/orders', { cookie, json: body('desk.example.dev') })
    expect(placed.status).toBe(201)
    const administrator = await app.addAdministrator()
    const approve = (host: string) =>
      app.request(`/api/admin/orders/${idOf(placed)}/approve`, {
        cookie: administrator.cookie,
        json: {},
        headers: { host },
      })
    const refused = await approve('portal.desk.example.dev')
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'WRONG_STATE' }])
    expect((await approve('127.0.0.1:3000')).status).toBe(200)
  })
})
