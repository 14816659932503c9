import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { hour, minute } from '#shared/time.ts'
import { createTestApp } from '#test/support/app.ts'
import { type Connecting, createConnecting, type Owner } from '#test/support/connected.ts'

type ListedDomain = {
  isPointed: boolean
  problem: string | null
  records: { type: string; name: string; state: string; found: string[] }[]
  nameservers: { state: string; found: string[] }
}

let home: Connecting
let owner: Owner
beforeAll(async () => {
  home = await createConnecting()
})
afterAll(() => home.close())
beforeEach(async () => {
  owner = await home.addOwner()
})

const here = ['@ A 127.0.0.1', 'www A 127.0.0.1']
const proofOf = (value = '') => `_portal-challenge TXT ${value}`
const rowOf = async (id: string) => {
  const { domains } = home.app.store.t
  const [row] = await home.app.store.read.select().from(domains).where(eq(domains.id, id))
  return row
}
const pass = async (ms: number) => {
  home.app.advance(ms)
  await home.app.work()
}
/** A verified domain with these records beside its proof. */
async function verified(...lines: string[]) {
  const domain = await owner.connected(home.freshName())
  home.lay(domain.name, proofOf(domain.challenge?.value), ...lines)
  await owner.verify(domain.id)
  return domain
}
const stateOf = async () => (await owner.list())[0] as unknown as { ssl: boolean; certificate: object }
const ssl = (id: string, enable: boolean) => owner.send('POST', `/api/domains/${id}/ssl`, { enable })

describe('HTTPS of a connected name', () => {
  test('turns on once the name is verified and points here, with a labelled test certificate', async () => {
    const { id } = await verified(...here)
    expect(await stateOf()).toMatchObject({ ssl: false, certificate: { state: 'awaited' } })
    await pass(0)
    await pass(minute)
    expect(await stateOf()).toMatchObject({ ssl: true, certificate: { state: 'issued', isTrusted: false } })
    // Browsers warn about the certificate, so visitors are not redirected to it automatically.
    expect(await rowOf(id)).toMatchObject({ checkAt: null, httpsRedirect: false })
    const { auditLog } = home.app.store.t
    const { action, actorId } = auditLog
    const entries = await home.app.store.read
      .select({ action, actorId })
      .from(auditLog)
      .where(eq(auditLog.targetId, id))
    expect(entries).toContainEqual({ action: 'domain.ssl.enable', actorId: null })
  })

  test('waits while the name points to another server, and turns on when that changes', async () => {
    const { name, challenge } = await verified('@ A 192.0.2.9')
    await pass(minute)
    expect(await stateOf()).toMatchObject({ ssl: false, certificate: { state: 'awaited' } })
    home.lay(name, proofOf(challenge?.value), ...here)
    await pass(minute)
    await pass(minute)
    expect(await stateOf()).toMatchObject({ ssl: true })
  })

  test('turns on without www after an hour', async () => {
    await verified('@ A 127.0.0.1')
    await pass(minute)
    expect(await stateOf()).toMatchObject({ certificate: { state: 'awaited' } })
    await pass(hour)
    await pass(minute)
    expect(await stateOf()).toMatchObject({ ssl: true })
  })

  test('stays off once its owner has disabled it, before or after it turned on', async () => {
    const { id } = await verified(...here)
    expect((await ssl(id, false)).status).toBe(200)
    await pass(minute)
    expect(await stateOf()).toMatchObject({ ssl: false, certificate: { state: 'off' } })
    await ssl(id, true)
    await pass(minute)
    await ssl(id, false)
    await pass(hour)
    expect(await stateOf()).toMatchObject({ ssl: false, certificate: { state: 'off' } })
    expect(await rowOf(id)).toMatchObject({ checkAt: null, httpsRedirect: true })
  })

  test('does not turn on for a name that is registered in this portal only', async () => {
    await owner.register('only-here.com')
    await pass(minute)
    expect(await stateOf()).toMatchObject({ ssl: false, certificate: { state: 'off' } })
  })

  test('is awaited until the portal stops, for at most 30 days', async () => {
    const { id } = await verified('@ A 192.0.2.9')
    await pass(30 * 24 * hour)
    await pass(minute)
    expect(await rowOf(id)).toMatchObject({ status: 'active', checkAt: null })
    expect(await stateOf()).toMatchObject({ certificate: { state: 'off' } })
  })
})

describe('public DNS of a name', () => {
  const see = async (id: string, by = owner) => {
    const { status, body } = await by.send('GET', `/api/domains/${id}/pointing`)
    return { status, seen: body as ListedDomain }
  }

  test('is reported record by record, with the values found instead', async () => {
    const { id, name, challenge } = await owner.connected(home.freshName())
    home.lay(name, '@ NS ns1.outside.net', '@ A 192.0.2.9')
    const { seen } = await see(id)
    expect(seen).toMatchObject({
      isPointed: false,
      records: [
        { type: 'TXT', name: `_portal-challenge.${name}`, state: 'missing', found: [] },
        { type: 'A', name, state: 'differs', found: ['192.0.2.9'] },
        { type: 'A', name: `www.${name}`, state: 'missing' },
      ],
      nameservers: { state: 'differs', found: ['ns1.outside.net'] },
      problem: `${name} points to 192.0.2.9. Change its A record to 127.0.0.1.`,
    })
    home.lay(name, proofOf(challenge?.value), ...here)
    await owner.verify(id)
    expect((await see(id)).seen).toMatchObject({ isPointed: true, problem: null })
  })

  test('is unknown while no resolver answers', async () => {
    const { id } = await owner.connected(home.freshName())
    const { seen } = await see(id)
    expect(seen.records.map(({ state }) => state)).toEqual(['unasked', 'unasked', 'unasked'])
    expect(seen.problem).toBe('We could not reach the DNS just now. We try again shortly.')
  })

  test('is not needed for a name that is registered in this portal only', async () => {
    const { body } = await owner.register('told-nothing.com')
    const { seen } = await see((body as { id: string }).id)
    expect(seen).toMatchObject({ isPointed: true, records: [], problem: null })
  })

  test('is reported as unpublished for such a name while no name server runs', async () => {
    const { body } = await owner.register('told-unpublished.com')
    const env = { ...home.app.deps.env, DNS_PORT: 0 }
    const portal = await createTestApp({ ...home.app.deps, env })
    const path = `/api/domains/${(body as { id: string }).id}/pointing`
    expect((await portal.request(path, { cookie: owner.cookie })).body).toMatchObject({
      problem: 'Registered here. Not published yet: our name servers are not running.',
    })
    await portal.close()
  })

  test('is queried at the name itself below the registered domain, without its www', async () => {
    const { id, name } = await owner.connected(`shop.${home.freshName()}`)
    home.lay(name, '@ A 127.0.0.1')
    expect(await owner.list()).toMatchObject([{ host: 'shop', address: null }])
    expect((await see(id)).seen.records.map((record) => record.name)).toEqual([
      `_portal-challenge.${name}`,
      name,
    ])
  })

  test('is shown to the owner alone', async () => {
    const { id } = await owner.connected(home.freshName())
    expect((await see(id, await home.addOwner())).status).toBe(404)
    expect((await see('nothing')).status).toBe(404)
    expect((await home.app.request(`/api/domains/${id}/pointing`)).status).toBe(401)
  })

  test('includes the public address of the service', async () => {
    const env = { ...home.app.deps.env, SERVER_IP: '203.0.113.5' }
    const portal = await createTestApp({ ...home.app.deps, env })
    await owner.connected(home.freshName())
    const { userServices } = home.app.store.t
    await home.app.store.tx((tx) => tx.update(userServices).set({ serverIp: null }))
    const { body } = await portal.request('/api/domains', { cookie: owner.cookie })
    expect(body).toMatchObject([{ host: '@', address: '203.0.113.5' }])
    await portal.close()
  })
})

describe('the offer of a name', () => {
  const ask = async (query: string) => (await owner.send('GET', `/api/domains/offer${query}`)).body

  test('describes the registrar before any name is given', async () => {
    expect(await ask('')).toEqual({ isFree: null, message: null, isTest: true })
  })

  test('reports whether the name is available, and reserves nothing', async () => {
    expect(await ask('?name=offered&tld=org')).toEqual({ isFree: true, message: null, isTest: true })
    expect((await owner.register('offered.org')).status).toBe(201)
    expect(await ask('?name=offered&tld=org')).toMatchObject({
      isFree: false,
      message: 'You already have offered.org.',
    })
    const other = await home.addOwner()
    const { body } = await other.send('GET', '/api/domains/offer?name=offered&tld=org')
    expect(body).toMatchObject({ isFree: false, message: expect.stringContaining('another customer') })
  })

  test('reports a fault of a name', async () => {
    expect(await ask('?name=-bad-')).toMatchObject({
      isFree: false,
      message: expect.stringMatching(/hyphen/),
    })
    expect((await owner.send('GET', '/api/domains/offer?name=x&tld=xyz')).status).toBe(422)
  })

  test('is shown to customers alone', async () => {
    expect((await home.app.request('/api/domains/offer')).status).toBe(401)
  })
})
