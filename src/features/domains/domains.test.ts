import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { invariants as zoneInvariants } from '#features/zones/invariants.ts'
import type { LiveEvent } from '#server/events.ts'
import { day } from '#shared/time.ts'
import { insertActiveService } from '#test/support/active-service.ts'
import { createTestApp, placeOrder, type Reply, type TestApp } from '#test/support/app.ts'
import { domainName } from '#test/support/domain-name.ts'
import { invariants } from './invariants.ts'

let app: TestApp
let owner: { cookie: string; id: string }
let serviceId: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await app.addCustomer()
  serviceId = await insertActiveService(app, owner.id)
})

let counter = 0
const freshName = () => {
  counter += 1
  return `shop-${counter}`
}
type Body = Record<string, unknown>
const call = (method: string, path: string, json?: unknown, cookie = owner.cookie) =>
  app.request(path, { method, cookie, ...(json === undefined ? {} : { json }) })
const register = (json: Body, cookie = owner.cookie) => call('POST', '/api/domains/register', json, cookie)
const idOf = ({ body }: Reply) => (body as { id: string }).id
const listed = async (path: string) => (await call('GET', path)).body as Body[]
const countDomains = () => app.store.read.$count(app.store.t.domains)

test('shows an unrecognized status as unknown and still returns the list', async () => {
  const id = idOf(await register({ name: freshName(), tld: 'com' }))
  const { domains } = app.store.t
  await app.store.tx((tx) =>
    tx
      .update(domains)
      .set({ status: 'parked' as 'active' })
      .where(eq(domains.id, id)),
  )
  expect(await listed('/api/domains')).toMatchObject([{ id, status: 'unknown' }])
  const { cookie } = await app.addAdministrator()
  const { body } = await call('GET', `/api/admin/domains?q=${id}`, undefined, cookie)
  expect(body).toMatchObject({ items: [{ id, status: 'unknown' }] })
})

describe('a registration', () => {
  test('returns the domain in both spellings, active for a year', async () => {
    const name = freshName()
    const reply = await register({ name, tld: 'com' })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      name: `${name}.com`,
      domainName: `${name}.com`,
      status: 'active',
      ssl: false,
      autoRenew: true,
      privacy: true,
      transferLock: true,
      registrar: 'local',
      nameservers: ['ns1.localhost'],
      expires: '2027-11-20T06:30:00.000Z',
      expiryDate: '2027-11-20T06:30:00.000Z',
      serviceId,
    })
    expect(await listed('/api/domains')).toEqual([reply.body as Body])
  })

  test('creates a zone that points the name, www and api to the service, without mail', async () => {
    const id = idOf(await register({ name: freshName() }))
    const records = await listed(`/api/domains/${id}/dns`)
    expect(records.map(({ name, type, value }) => `${name} ${type} ${value}`)).toEqual([
      '@ A 127.0.0.1',
      '@ NS ns1.localhost',
      'api A 127.0.0.1',
      'www A 127.0.0.1',
    ])
    const subdomains = await listed(`/api/domains/${id}/subdomains`)
    expect(subdomains.map(({ name, status }) => `${name} ${status}`).sort()).toEqual([
      'api active',
      'mail inactive',
      'www active',
    ])
  })

  test('is audited, announced to its owner, and replayed under its idempotency key without a second domain', async () => {
    const heard: LiveEvent[] = []
    const stop = app.deps.events.subscribe((event) => heard.push(event))
    const json = { name: freshName(), tld: 'net' }
    const headers = { 'idempotency-key': Bun.randomUUIDv7() }
    const send = () => app.request('/api/domains/register', { cookie: owner.cookie, json, headers })
    const [first, again] = [await send(), await send()]
    stop()
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await listed('/api/domains')).toHaveLength(1)
    expect(heard.filter(({ kind }) => kind === 'domain')).toEqual([
      { userId: owner.id, kind: 'domain', id: idOf(first), status: 'active' },
    ])
    const { auditLog } = app.store.t
    const entries = await app.store.read
      .select({ action: auditLog.action, note: auditLog.note })
      .from(auditLog)
      .where(eq(auditLog.targetId, idOf(first)))
    expect(entries).toEqual([{ action: 'domain.register', note: `${json.name}.net` }])
  })

  test.each([
    ['the whole name', 'Whole.COM', 'com', 'whole.com'],
    ['a name with spaces around it', '  spaced ', 'io', 'spaced.io'],
    ['letters of another script', 'बाज़ार', 'com', 'xn--81b5an1cic.com'],
    ['Japanese writing with Latin letters', 'abc日本の', 'org', null],
    ['accents', 'bücher', 'co', 'xn--bcher-kva.co'],
    ['an A-label', 'xn--mnchen-3ya', 'net', 'xn--mnchen-3ya.net'],
    ['63 characters', 'x'.repeat(63), 'com', `${'x'.repeat(63)}.com`],
    ['digits', '123', 'com', '123.com'],
  ])('accepts %s', async (_, name, tld, stored) => {
    const reply = await register({ name, tld })
    expect(reply.status).toBe(201)
    if (stored) expect(reply.body).toMatchObject({ name: stored })
  })

  test.each([
    ['no name', '', 'com', 'name'],
    ['only spaces', '   ', 'com', 'name'],
    ['64 characters', 'x'.repeat(64), 'com', 'name'],
    ['a hyphen at the beginning', '-shop', 'com', 'name'],
    ['a hyphen at the end', 'shop-', 'com', 'name'],
    ['two hyphens as third and fourth character', 'ab--cd', 'com', 'name'],
    ['an underscore', 'my_shop', 'com', 'name'],
    ['a space inside', 'my shop', 'com', 'name'],
    ['a name below a name', 'www.shop.com', 'com', 'name'],
    ['another ending than the chosen one', 'shop.org', 'com', 'name'],
    ['only the ending', '.com', 'com', 'name'],
    ['an address', 'http://shop', 'com', 'name'],
    ['a port', 'shop:80', 'com', 'name'],
    ['a line break', 'shop\r\nx', 'com', 'name'],
    ['Cyrillic among Latin letters', 'pаypal', 'com', 'name'],
    ['Greek among Latin letters', 'gοogle', 'com', 'name'],
    ['mixed scripts as an A-label', 'xn--pypal-4ve', 'com', 'name'],
    ['an emoji', '💩', 'com', 'name'],
    ['an A-label that stands for nothing', 'xn--a', 'com', 'name'],
    ['an ending that is not offered', 'shop', 'xyz', 'tld'],
    ['an ending with a dot', 'shop', '.com', 'tld'],
    ['a number for a name', 7, 'com', 'name'],
  ])('rejects %s and changes nothing', async (_, name, tld, field) => {
    const before = await countDomains()
    const reply = await register({ name, tld })
    expect([reply.status, reply.body]).toMatchObject([422, { fields: { [field]: expect.any(String) } }])
    expect(await countDomains()).toBe(before)
  })

  test('explains for a full name that came without its ending as `tld` what to send', async () => {
    const reply = await register({ name: 'shop.org' })
    expect([reply.status, reply.body]).toMatchObject([
      422,
      {
        fields: {
          name: expect.stringMatching(/^shop\.org ends in \.org, but you selected \.com\. Select \.org/),
        },
      },
    ])
  })

  test('is refused for a name that any customer has registered here', async () => {
    const name = freshName()
    await register({ name })
    const other = await app.addCustomer()
    await insertActiveService(app, other.id)
    for (const cookie of [owner.cookie, other.cookie])
      expect(await register({ name }, cookie)).toMatchObject({ status: 409, body: { code: 'DOMAIN_IN_USE' } })
  })

  test('goes to one of two concurrent customers', async () => {
    const other = await app.addCustomer()
    await insertActiveService(app, other.id)
    const name = freshName()
    const replies = await Promise.all([register({ name }), register({ name }, other.cookie)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('is refused for a name of another customer’s service, and accepted for one of the caller’s own', async () => {
    const { userServices } = app.store.t
    const domain = domainName(`${freshName()}.com`)
    await app.store.tx((tx) => tx.update(userServices).set({ domain }).where(eq(userServices.id, serviceId)))
    const other = await app.addCustomer()
    await insertActiveService(app, other.id)
    expect(await register({ name: domain }, other.cookie)).toMatchObject({ status: 409 })
    expect((await register({ name: domain })).status).toBe(201)
  })

  test('is refused for the host of the portal', async () => {
    const host = 'portal-of-this-test.com'
    const json = { name: host, tld: 'com' }
    const reply = await app.request('/api/domains/register', {
      cookie: owner.cookie,
      json,
      headers: { host },
    })
    expect(reply.status).toBe(422)
  })

  test('is refused beyond the plan’s limit, with the limit and the use', async () => {
    await register({ name: freshName() })
    const reply = await register({ name: freshName() })
    expect([reply.status, reply.body]).toMatchObject([403, { code: 'LIMIT_REACHED', limit: 1, used: 1 }])
    const second = await insertActiveService(app, owner.id)
    expect((await register({ name: freshName() })).body).toMatchObject({ serviceId: second })
  })

  test('uses the last place of a plan once when two are concurrent', async () => {
    const replies = await Promise.all([register({ name: freshName() }), register({ name: freshName() })])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 403])
  })

  test('needs a session, an active service, and a named active service of the caller', async () => {
    const name = freshName()
    const none = await app.addCustomer()
    expect((await register({ name }, '')).status).toBe(401)
    expect(await register({ name }, none.cookie)).toMatchObject({
      status: 403,
      body: { code: 'NO_ACTIVE_SERVICE' },
    })
    const foreign = await insertActiveService(app, none.id)
    expect((await register({ name, serviceId: foreign })).status).toBe(404)
    const { userServices } = app.store.t
    const suspended = await insertActiveService(app, owner.id)
    await app.store.tx((tx) =>
      tx.update(userServices).set({ status: 'suspended' }).where(eq(userServices.id, suspended)),
    )
    expect((await register({ name, serviceId: suspended })).status).toBe(409)
  })

  test('leaves nothing behind when the store fails halfway', async () => {
    const name = freshName()
    const broken = await createTestApp({
      store: {
        ...app.store,
        tx: (work) =>
          app.store.tx(async (tx) => {
            await work(tx)
            throw new Error('the power failed')
          }),
      },
    })
    const reply = await broken.request('/api/domains/register', { cookie: owner.cookie, json: { name } })
    await broken.close()
    expect(reply.status).toBe(500)
    expect(await listed('/api/domains')).toEqual([])
    expect((await register({ name })).status).toBe(201)
  })
})

describe('a domain', () => {
  let id: string
  beforeEach(async () => {
    id = idOf(await register({ name: freshName() }))
  })

  test('changes the settings that were sent, and leaves the others', async () => {
    const reply = await call('PUT', `/api/domains/${id}/settings`, { autoRenew: false })
    expect([reply.status, reply.body]).toMatchObject([
      200,
      { autoRenew: false, privacy: true, transferLock: true },
    ])
    expect((await call('PUT', `/api/domains/${id}/settings`, { privacy: 'no' })).status).toBe(422)
    expect(await listed('/api/domains')).toMatchObject([{ autoRenew: false, privacy: true }])
  })

  test('can be transferred once its lock is off, with a code that is shown once, stays valid, and is stored as a hash', async () => {
    const transfer = async (json: object = {}) =>
      (await call('POST', `/api/domains/${id}/transfer`, json)).body as Body
    const stored = async () => {
      const { domains } = app.store.t
      const [row] = await app.store.read.select().from(domains).where(eq(domains.id, id))
      return row
    }
    expect(await transfer()).toEqual({ eligible: false, blockers: [expect.stringContaining('lock')] })
    await call('PUT', `/api/domains/${id}/settings`, { transferLock: false })
    const first = await transfer()
    expect(first).toEqual({ eligible: true, blockers: [], authCode: expect.any(String) })
    const hash = (await stored())?.authCodeHash
    expect(hash).toBe(new Bun.CryptoHasher('sha256').update(String(first.authCode)).digest('hex'))
    expect(await transfer()).toEqual({ eligible: true, blockers: [] })
    expect((await stored())?.authCodeHash).toBe(hash)
    const second = await transfer({ newCode: true })
    expect(second.authCode).not.toBe(first.authCode)
    expect((await stored())?.authCodeHash).not.toBe(hash)
    expect(JSON.stringify(await stored())).not.toContain(String(second.authCode))
    expect((await call('POST', `/api/domains/${id}/transfer`, { newCode: 'yes' })).status).toBe(422)
  })

  test('stays for 30 days after its service has ended, and is then deleted with its zone', async () => {
    const { userServices, dnsRecords } = app.store.t
    const end = { status: 'terminated' as const, updatedAt: app.deps.now() }
    await app.store.tx((tx) => tx.update(userServices).set(end).where(eq(userServices.id, serviceId)))
    app.advance(29 * day)
    await app.work()
    expect(await listed('/api/domains')).toHaveLength(1)
    app.advance(2 * day)
    await app.work()
    expect(await listed('/api/domains')).toEqual([])
    expect(await app.store.read.$count(dnsRecords, eq(dnsRecords.domainId, id))).toBe(0)
  })

  test('and the names inside it are refused to services and orders of others, and accepted for its owner’s', async () => {
    const { body } = await call('GET', '/api/domains')
    const [{ name } = { name: '' }] = body as { name: string }[]
    const other = await app.addCustomer()
    const others = await insertActiveService(app, other.id)
    for (const domain of [name, `www.${name}`]) {
      const set = (service: string, cookie: string) =>
        call('PUT', `/api/user-services/${service}/domain`, { domain }, cookie)
      expect(await set(others, other.cookie)).toMatchObject({ status: 409, body: { code: 'DOMAIN_IN_USE' } })
      expect((await set(serviceId, owner.cookie)).status).toBe(200)
      await expect(placeOrder(app, other.cookie, { domain })).rejects.toThrow('409')
    }
  })

  test('is reported as missing when another customer owns it', async () => {
    const other = await app.addCustomer()
    for (const path of ['dns', 'history', 'subdomains'])
      expect((await call('GET', `/api/domains/${id}/${path}`, undefined, other.cookie)).status).toBe(404)
    const record = { type: 'A', name: 'x', value: '192.0.2.1' }
    expect((await call('POST', `/api/domains/${id}/dns`, record, other.cookie)).status).toBe(404)
    expect((await call('POST', `/api/domains/${id}/dns`, record, '')).status).toBe(401)
  })
})

test('keeps the invariants in every zone of these tests', async () => {
  for (const { count } of [...invariants, ...zoneInvariants])
    expect(await count(app.store, app.dataDir, null)).toBe(0)
})
