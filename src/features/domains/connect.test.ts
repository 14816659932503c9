import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { invariants as zoneInvariants } from '#features/zones/invariants.ts'
import type { LiveEvent } from '#server/events.ts'
import { activateService, placeOrder, type Reply } from '#test/support/app.ts'
import { type Connected, type Connecting, createConnecting, type Owner } from '#test/support/connected.ts'
import { domainName } from '#test/support/domain-name.ts'
import { invariants } from './invariants.ts'

let home: Connecting
let owner: Owner
beforeAll(async () => {
  home = await createConnecting()
})
afterAll(() => home.close())
beforeEach(async () => {
  owner = await home.addOwner()
})

const idOf = ({ body }: Reply) => (body as { id: string }).id
const auditOf = (targetId: string) => {
  const { auditLog } = home.app.store.t
  return home.app.store.read
    .select({ action: auditLog.action, note: auditLog.note })
    .from(auditLog)
    .where(eq(auditLog.targetId, targetId))
}

describe('a connected name', () => {
  test('waits to be verified, with the record to copy and a zone to prepare', async () => {
    const name = home.freshName()
    const reply = await owner.connect(name)
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      name,
      domainName: name,
      status: 'pending',
      registrar: 'external',
      expires: null,
      autoRenew: false,
      challenge: {
        name: `_portal-challenge.${name}`,
        type: 'TXT',
        value: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
      verifiedAt: null,
      problem: null,
      serviceId: owner.serviceId,
    })
    expect(await owner.list()).toEqual([reply.body as Connected])
    const { body } = await owner.send('GET', `/api/domains/${idOf(reply)}/dns`)
    expect((body as { name: string; type: string }[]).map((each) => `${each.name} ${each.type}`)).toEqual([
      '@ A',
      '@ NS',
      'api A',
      'www A',
    ])
  })

  test('is audited, announced to its owner, and replayed under its idempotency key without a second domain', async () => {
    const heard: LiveEvent[] = []
    const stop = home.app.deps.events.subscribe((event) => heard.push(event))
    const headers = { 'idempotency-key': Bun.randomUUIDv7() }
    const json = { name: home.freshName() }
    const send = () => home.app.request('/api/domains/connect', { cookie: owner.cookie, json, headers })
    const [first, again] = [await send(), await send()]
    stop()
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(heard).toEqual([{ userId: owner.id, kind: 'domain', id: idOf(first), status: 'pending' }])
    expect(await auditOf(idOf(first))).toEqual([{ action: 'domain.connect', note: json.name }])
  })

  test.each([
    ['capitals and the root dot', 'Whole.Example.', 'whole.example'],
    ['a name below a name', 'shop.deep.example.co.uk', 'shop.deep.example.co.uk'],
    ['letters of another script', 'बाज़ार.भारत', 'xn--81b5an1cic.xn--h2brj9c'],
    ['an A-label', 'xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
    ['digits', '123.456.example', '123.456.example'],
  ])('accepts %s', async (_, name, stored) => {
    expect(await owner.connect(name)).toMatchObject({ status: 201, body: { name: stored } })
  })

  test.each([
    ['no name', ''],
    ['only spaces', '   '],
    ['one label', 'example'],
    ['an address', '192.0.2.1'],
    ['a web address', 'https://example.org'],
    ['a port', 'example.org:53'],
    ['an underscore', 'my_shop.example.org'],
    ['a wildcard', '*.example.org'],
    ['a line break', 'example.org\r\nx'],
    ['64 characters in a label', `${'x'.repeat(64)}.example`],
    ['no room for the challenge', `${'x.'.repeat(116)}example`],
    ['two hyphens as third and fourth character', 'ab--cd.example'],
    ['Cyrillic among Latin letters', 'pаypal.example'],
    ['mixed scripts as an A-label', 'www.xn--pypal-4ve.example'],
    ['an emoji', '💩.example'],
    ['an ending', 'co.uk'],
    ['an ending that a company offers', 'github.io'],
    ['the host of the portal', 'portal.test'],
    ['a name below the portal', 'shop.portal.test'],
    ['a number for a name', 7],
  ])('rejects %s and changes nothing', async (_, name) => {
    const reply = await owner.send('POST', '/api/domains/connect', { name })
    expect([reply.status, reply.body]).toMatchObject([422, { fields: { name: expect.any(String) } }])
    expect(await owner.list()).toEqual([])
  })

  test('needs a session, an active service, and a named service of the caller', async () => {
    const name = home.freshName()
    const none = await home.app.addCustomer()
    const other = await home.addOwner()
    const ask = (cookie: string, more = {}) =>
      home.app.request('/api/domains/connect', { cookie, json: { name, ...more } })
    expect((await ask('')).status).toBe(401)
    expect(await ask(none.cookie)).toMatchObject({ status: 403, body: { code: 'NO_ACTIVE_SERVICE' } })
    expect((await ask(owner.cookie, { serviceId: other.serviceId })).status).toBe(404)
  })

  test('is refused beyond the plan’s limit, with the limit and the use', async () => {
    const small = await home.addOwner('Starter')
    await small.connected(home.freshName())
    const reply = await small.connect(home.freshName())
    expect([reply.status, reply.body]).toMatchObject([403, { code: 'LIMIT_REACHED', limit: 1, used: 1 }])
  })

  test('is refused a second time to the same customer, also in concurrent calls', async () => {
    const name = home.freshName()
    const replies = await Promise.all([owner.connect(name), owner.connect(name)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await owner.connect(name)).toMatchObject({ status: 409, body: { code: 'DOMAIN_IN_USE' } })
  })

  test('has no renewal, privacy, lock or code here, because its registrar manages those', async () => {
    const { id } = await owner.connected(home.freshName())
    expect(await owner.send('PUT', `/api/domains/${id}/settings`, { autoRenew: true })).toMatchObject({
      status: 409,
      body: { code: 'WRONG_STATE' },
    })
    const { body } = await owner.send('POST', `/api/domains/${id}/transfer`, {})
    expect(body).toEqual({
      eligible: false,
      blockers: [expect.stringContaining('registered with another registrar')],
    })
  })
})

describe('removing a domain', () => {
  const remove = (id: string, by = owner) => by.send('DELETE', `/api/domains/${id}`)

  test('removes its zone when it is registered with another registrar, verified or not', async () => {
    const { id, name, challenge } = await owner.connected(home.freshName())
    home.lay(name, `_portal-challenge TXT ${challenge?.value}`)
    await owner.verify(id)
    const { id: pending } = await owner.connected(home.freshName())
    for (const each of [id, pending]) {
      expect(await remove(each)).toMatchObject({ status: 200, body: { ok: true } })
      const { dnsRecords, subdomains } = home.app.store.t
      expect(await home.app.store.read.$count(dnsRecords, eq(dnsRecords.domainId, each))).toBe(0)
      expect(await home.app.store.read.$count(subdomains, eq(subdomains.domainId, each))).toBe(0)
      expect((await remove(each)).status).toBe(404)
    }
    expect(await owner.list()).toEqual([])
    expect((await auditOf(id)).map(({ action }) => action)).toContain('domain.remove')
  })

  test('is refused when it is registered here, where it can only lapse', async () => {
    const id = idOf(await owner.register('lapses-only.com'))
    expect(await remove(id)).toMatchObject({
      status: 409,
      body: { code: 'WRONG_STATE', message: expect.stringContaining('lapse') },
    })
    expect(await owner.list()).toHaveLength(1)
  })

  test('is refused to others than its owner', async () => {
    const { id } = await owner.connected(home.freshName())
    const other = await home.addOwner()
    expect((await remove(id, other)).status).toBe(404)
    expect((await home.app.request(`/api/domains/${id}`, { method: 'DELETE' })).status).toBe(401)
    expect(await owner.list()).toHaveLength(1)
  })
})

describe('a domain that was ordered with a service', () => {
  test('is connected when the service is activated', async () => {
    const { cookie } = await home.app.addCustomer()
    const domain = home.freshName()
    const { serviceId } = await activateService(home.app, cookie, { domain })
    const { body } = await home.app.request('/api/domains', { cookie })
    expect(body).toMatchObject([
      { name: domain, serviceId, status: 'pending', registrar: 'external', challenge: { type: 'TXT' } },
    ])
  })

  test('stays unchanged when its owner already has it as a domain', async () => {
    const { id, name } = await owner.connected(home.freshName())
    await activateService(home.app, owner.cookie, { domain: name })
    expect((await owner.list()).map((each) => each.id)).toEqual([id])
  })

  test.each([
    ['has an ending that everybody uses', () => 'github.io', 'Anyone'],
    ['mixes scripts', () => 'xn--pypal-4ve.example', 'mixes letters'],
  ])(
    'is left out when it %s, as in older orders; the audit log says so, and the service is active',
    async (_, nameOf, why) => {
      const { cookie } = await home.app.addCustomer()
      const { id, serviceId } = await placeOrder(home.app, cookie, { domain: home.freshName() })
      const { userServices } = home.app.store.t
      const isIt = eq(userServices.id, serviceId)
      await home.app.store.tx((tx) =>
        tx
          .update(userServices)
          .set({ domain: domainName(nameOf()) })
          .where(isIt),
      )
      const { cookie: administrator } = await home.app.addAdministrator()
      await home.app.request(`/api/admin/orders/${id}/approve`, { cookie: administrator, json: {} })
      await home.app.finishJobs()
      expect((await home.app.request(`/api/user-services/${serviceId}`, { cookie })).body).toMatchObject({
        status: 'active',
      })
      expect((await home.app.request('/api/domains', { cookie })).body).toEqual([])
      const entries = await auditOf(serviceId)
      expect(entries.find(({ action }) => action === 'domain.connect')?.note).toContain(why)
    },
  )

  test('is left out when the plan has no room for it', async () => {
    const { pricingPlans } = home.app.store.t
    const isStarter = eq(pricingPlans.name, 'Starter')
    const [plan] = await home.app.store.read.select().from(pricingPlans).where(isStarter)
    const setRoom = (domains: number) =>
      home.app.store.tx((tx) =>
        tx
          .update(pricingPlans)
          .set({ limits: { ...plan?.limits, domains } as typeof pricingPlans.$inferSelect.limits })
          .where(isStarter),
      )
    await setRoom(0)
    const { cookie } = await home.app.addCustomer()
    const { serviceId } = await activateService(home.app, cookie, { domain: home.freshName() })
    await setRoom(1)
    expect((await home.app.request('/api/domains', { cookie })).body).toEqual([])
    const entries = await auditOf(serviceId)
    expect(entries.map(({ action }) => action)).toContain('service.activate')
    expect(entries.find(({ action }) => action === 'domain.connect')?.note).toContain(
      'Your plan has no domains.',
    )
  })
})

test('keeps the invariants', async () => {
  for (const { count } of [...invariants, ...zoneInvariants])
    expect(await count(home.app.store, home.app.dataDir, null)).toBe(0)
})
