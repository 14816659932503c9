import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { LiveEvent } from '#server/events.ts'
import { placeOrder } from '#test/support/app.ts'
import { freshDomain } from '#test/support/ordering.ts'
import { createGatewayApp, type GatewayApp } from '#test/support/sites.ts'
import type { Service } from './contract/contract.ts'

let sites: GatewayApp
let owner: { cookie: string; id: string }
let id: string
beforeAll(async () => {
  sites = await createGatewayApp()
})
afterAll(() => sites.close())
beforeEach(async () => {
  const socket = sites.serve(() => new Response('my site'))
  const site = await sites.gateway.addSite(socket)
  id = site.id
  owner = { id: site.userId, cookie: site.cookie }
})

const put = (domain: unknown, { cookie = owner.cookie, service = id, host = 'portal.test' } = {}) =>
  sites.app.request(`/api/user-services/${service}/domain`, {
    method: 'PUT',
    cookie,
    json: { domain },
    headers: { host },
  })
const domainOf = async () =>
  ((await sites.app.request(`/api/user-services/${id}`, { cookie: owner.cookie })).body as Service).domain
const visit = async (host: string) => (await fetch(sites.gateway.url, { headers: { host } })).status
const entries = () => {
  const { auditLog } = sites.app.store.t
  const { action, note, details } = auditLog
  return sites.app.store.read
    .select({ action, note, details })
    .from(auditLog)
    .where(eq(auditLog.targetId, id))
    .then((rows) => rows.filter((row) => row.action === 'service.domain'))
}
const set = (values: Partial<{ status: 'pending' | 'suspended' | 'terminated'; busy: 'restore' }>) => {
  const { userServices } = sites.app.store.t
  return sites.app.store.tx((tx) => tx.update(userServices).set(values).where(eq(userServices.id, id)))
}

describe('a service’s domain', () => {
  test('is set, changed and removed, and the site is served only at the current one', async () => {
    const [first, second] = [freshDomain(), freshDomain()]
    expect(await visit(first)).toBe(404)
    const reply = await put(first.toUpperCase())
    expect([reply.status, reply.body]).toMatchObject([200, { id, domain: first, status: 'active' }])
    expect([await visit(first), await visit(`www.${first}`)]).toEqual([200, 200])
    expect((await put(second)).body).toMatchObject({ domain: second })
    expect([await visit(first), await visit(second)]).toEqual([404, 200])
    expect((await put(null)).body).toMatchObject({ domain: null })
    expect([await visit(first), await visit(second)]).toEqual([404, 404])
    expect(await domainOf()).toBeNull()
    expect(await entries()).toEqual([
      { action: 'service.domain', note: first, details: { before: null, after: first } },
      { action: 'service.domain', note: second, details: { before: first, after: second } },
      { action: 'service.domain', note: 'none', details: { before: second, after: null } },
    ])
  })

  test('is published once, and setting the same one again changes nothing', async () => {
    const heard: LiveEvent[] = []
    const stop = sites.app.deps.events.subscribe((event) => heard.push(event))
    const domain = freshDomain()
    const [first, again] = [await put(domain), await put(`${domain}.`)]
    stop()
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(heard).toMatchObject([{ kind: 'service', id, userId: owner.id }])
    expect(await entries()).toHaveLength(1)
  })

  test('is refused while another service has it', async () => {
    const { cookie } = await sites.app.addCustomer()
    const domain = freshDomain()
    const { id: order } = await placeOrder(sites.app, cookie, { domain })
    const refused = await put(domain)
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'DOMAIN_IN_USE', fields: { domain: expect.any(String) } },
    ])
    expect(await domainOf()).toBeNull()
    await sites.app.request(`/api/orders/${order}/cancel`, { cookie, json: {} })
    expect((await put(domain)).status).toBe(200)
  })

  test('goes to one of two customers who set it at the same time', async () => {
    const other = await sites.gateway.addSite(null)
    const domain = freshDomain()
    const others = { cookie: other.cookie, service: other.id }
    const replies = await Promise.all([put(domain), put(domain, others)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('is refused:', () => {
  test.each([
    'localhost',
    '127.0.0.1',
    'a_b.example.com',
    'http://example.com',
    'example.com:80',
    'evil.com\r\nX: y',
    'x'.repeat(300),
    7,
    {},
    undefined,
  ])('%p, which is not a full domain name', async (domain) => {
    const reply = await put(domain)
    expect([reply.status, reply.body]).toMatchObject([422, { fields: { domain: expect.any(String) } }])
  })

  test.each(['portal.test', 'www.portal.test', 'shop.portal.test', 'visited.example.org'])(
    '%s, a name of the portal',
    async (domain) => {
      expect((await put(domain, { host: 'visited.example.org' })).status).toBe(422)
    },
  )

  test('a call without a session', async () => {
    expect((await put(freshDomain(), { cookie: '' })).status).toBe(401)
  })

  test('another customer’s service, like a missing one', async () => {
    const { cookie } = await sites.app.addCustomer()
    expect((await put(freshDomain(), { cookie })).status).toBe(404)
    expect((await put(freshDomain(), { service: Bun.randomUUIDv7() })).status).toBe(404)
    expect(await domainOf()).toBeNull()
  })

  test.each([
    [{ status: 'pending' }, 409, 'WRONG_STATE'],
    [{ status: 'suspended' }, 409, 'WRONG_STATE'],
    [{ busy: 'restore' }, 409, 'BUSY'],
    [{ status: 'terminated' }, 404, 'NOT_FOUND'],
  ] as const)('a service that is %p', async (state, status, code) => {
    await set(state)
    const reply = await put(freshDomain())
    expect([reply.status, reply.body]).toMatchObject([status, { code }])
  })
})
