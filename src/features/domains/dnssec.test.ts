import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Unanswered } from '#features/resolver/contract.ts'
import type { LiveEvent } from '#server/events.ts'
import { nameBelow } from '#shared/names/domain-name.ts'
import { after, day } from '#shared/time.ts'
import { insertActiveService } from '#test/support/active-service.ts'
import { createTestApp, silentResolver, type TestApp } from '#test/support/app.ts'
import { renewSignatures } from './dnssec/renew-signatures.ts'

let app: TestApp
let owner: { cookie: string; id: string }
let id: string
let hasDs: () => Promise<boolean>
let heard: LiveEvent[] = []
let counter = 0
beforeAll(async () => {
  app = await createTestApp({ resolver: { ...silentResolver, hasDs: () => hasDs() } })
  app.deps.events.subscribe((event) => heard.push(event))
})
afterAll(() => app.close())
beforeEach(async () => {
  hasDs = async () => false
  owner = await app.addCustomer()
  await insertActiveService(app, owner.id, 'Premium')
  counter += 1
  const json = { name: `signed-${counter}` }
  id = ((await app.request('/api/domains/register', { cookie: owner.cookie, json })).body as { id: string })
    .id
  heard = []
})

type State = {
  enabled: boolean
  ds: { keyTag: number; algorithm: number; digestType: number; digest: string; text: string }[]
  dnskey: { flags: number; algorithm: number; publicKey: string; keyTag: number; text: string }[]
  message: string
}
const path = () => `/api/domains/${id}/dnssec`
const put = (json: unknown, cookie = owner.cookie) => app.request(path(), { method: 'PUT', cookie, json })
const get = async () => (await app.request(path(), { cookie: owner.cookie })).body as State
const name = () => `signed-${counter}.com`
const rowOf = async () => {
  const { domains } = app.store.t
  const [row] = await app.store.read.select().from(domains).where(eq(domains.id, id))
  if (!row) throw new Error('no domain')
  return row
}
const entries = () => {
  const { auditLog } = app.store.t
  return app.store.read
    .select({ action: auditLog.action, note: auditLog.note, details: auditLog.details })
    .from(auditLog)
    .where(eq(auditLog.targetId, id))
    .orderBy(auditLog.at, auditLog.id)
    .then((rows) => rows.filter(({ action }) => action === 'domain.dnssec'))
}
const history = async () => (await app.request(`/api/domains/${id}/history`, { cookie: owner.cookie })).body

describe('turning DNSSEC on', () => {
  test('returns the DS record to copy, the digest of the key that the zone publishes', async () => {
    expect(await get()).toMatchObject({ enabled: false, ds: [], dnskey: [] })
    const { status, body } = await put({ enable: true })
    expect([status, body]).toEqual([200, await get()])
    const { enabled, ds, dnskey, message } = body as State
    expect(enabled).toBe(true)
    expect(dnskey.map(({ flags, algorithm }) => [flags, algorithm])).toEqual([
      [257, 13],
      [256, 13],
    ])
    const [record] = ds
    const [ksk] = dnskey
    const wire = `${String.fromCharCode(name().indexOf('.'))}signed-${counter}\x03com\0`
    const key = Buffer.concat([Buffer.from([1, 1, 3, 13]), Buffer.from(ksk?.publicKey ?? '', 'base64')])
    const digest = createHash('sha256').update(wire, 'latin1').update(key).digest('hex').toUpperCase()
    expect(record).toEqual({
      keyTag: ksk?.keyTag ?? 0,
      algorithm: 13,
      digestType: 2,
      digest,
      text: `${name()}. 3600 IN DS ${ksk?.keyTag} 13 2 ${digest}`,
    })
    expect(ksk?.text).toBe(`${name()}. 3600 IN DNSKEY 257 3 13 ${ksk?.publicKey}`)
    expect(message).toContain(`${name()} at your registrar`)
  })

  test('raises the serial, is audited and announced, and is not a change of records', async () => {
    const before = await rowOf()
    await put({ enable: true })
    const { zoneSerial } = await rowOf()
    expect(zoneSerial).toBeGreaterThan(before.zoneSerial)
    expect(await entries()).toEqual([
      { action: 'domain.dnssec', note: name(), details: { enable: true, serial: zoneSerial } },
    ])
    expect(heard).toEqual([{ userId: owner.id, kind: 'domain', id, status: 'active' }])
    expect(await history()).toEqual([])
    await put({ enable: true })
    expect([(await rowOf()).zoneSerial, await entries()]).toMatchObject([zoneSerial, [{}]])
  })

  test('stores no readable private key', async () => {
    await put({ enable: true })
    const { dnssecKeys } = app.store.t
    const rows = await app.store.read.select().from(dnssecKeys).where(eq(dnssecKeys.domainId, id))
    expect(rows.map(({ role }) => role).sort()).toEqual(['ksk', 'zsk'])
    for (const { privateKey } of rows) expect(privateKey).toStartWith('v1.')
  })

  test('is refused while the name is not verified', async () => {
    const json = { name: `elsewhere-${counter}.example.org` }
    const connected = await app.request('/api/domains/connect', { cookie: owner.cookie, json })
    id = (connected.body as { id: string }).id
    expect(await put({ enable: true })).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
  })
})

test('a portal without name servers refuses to turn DNSSEC on', async () => {
  const env = { ...app.deps.env, DNS_DRIVER: 'off' as const }
  const other = await createTestApp({ store: app.store, env })
  const refused = await other.request(path(), {
    method: 'PUT',
    cookie: owner.cookie,
    json: { enable: true },
  })
  await other.close()
  expect(refused).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
  expect(await get()).toMatchObject({ enabled: false })
})

describe('a signed zone', () => {
  test('is refused while it would deny another domain of its owner, until that one is delegated', async () => {
    const inner = Bun.randomUUIDv7()
    const { domains } = app.store.t
    const { id: _, domainName, ...rest } = await rowOf()
    await app.store.tx((tx) =>
      tx
        .insert(domains)
        .values({ ...rest, id: inner, domainName: nameBelow('a', nameBelow('shop', domainName)) }),
    )
    const refused = await put({ enable: true })
    expect(refused).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
    expect((refused.body as State).message).toContain(`Add NS records for it to ${name()} first`)
    const json = { type: 'NS', name: 'shop', value: 'ns1.example.net' }
    const added = await app.request(`/api/domains/${id}/dns`, { cookie: owner.cookie, json })
    expect([added.status, (await put({ enable: true })).status]).toEqual([201, 200])
  })
})

describe('turning DNSSEC off', () => {
  test('succeeds when no DS record is seen, and turning it on again reuses the keys', async () => {
    const { ds } = (await put({ enable: true })).body as State
    expect(await put({ enable: false })).toMatchObject({ status: 200, body: { enabled: false, ds: [] } })
    expect((await rowOf()).signedAt).toBeNull()
    expect((await put({ enable: true })).body).toMatchObject({ ds })
    expect(await entries()).toHaveLength(3)
  })

  test.each<[string, () => Promise<boolean>, string]>([
    ['while a DS record is seen', async () => true, 'still has a DS record'],
    [
      'when nobody can tell whether there is one',
      () => Promise.reject(new Unanswered('resolver')),
      'We could not check',
    ],
  ])('is refused %s, unless it is forced', async (_when, seen, sentence) => {
    await put({ enable: true })
    hasDs = seen
    const refused = await put({ enable: false })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'WRONG_STATE', message: expect.stringContaining(sentence) },
    })
    expect(await get()).toMatchObject({ enabled: true })
    expect(await put({ enable: false, force: true })).toMatchObject({
      status: 200,
      body: { enabled: false },
    })
    expect((await entries()).at(-1)?.details).toMatchObject({ enable: false, force: true })
  })

  test('sends no query when it is already off', async () => {
    hasDs = () => Promise.reject(new Error('asked'))
    expect(await put({ enable: false })).toMatchObject({ status: 200, body: { enabled: false } })
    expect(await entries()).toEqual([])
  })
})

test('restricts DNSSEC to the owner of the domain, and accepts a boolean only', async () => {
  const stranger = await app.addCustomer()
  expect((await put({ enable: true }, stranger.cookie)).status).toBe(404)
  expect((await app.request(path(), { cookie: stranger.cookie })).status).toBe(404)
  expect((await app.request(path())).status).toBe(401)
  expect((await app.request(path(), { method: 'PUT', json: { enable: true } })).status).toBe(401)
  for (const enable of ['true', 1, null, undefined])
    expect(await put({ enable })).toMatchObject({
      status: 422,
      body: { fields: { enable: expect.any(String) } },
    })
  expect(await get()).toMatchObject({ enabled: false })
})

test('notifies secondaries of new signatures every week', async () => {
  await put({ enable: true })
  const { zoneSerial, signedAt } = await rowOf()
  const renew = (days: number) => {
    const now = () => after(signedAt ?? new Date(), days * day)
    return renewSignatures({ ...app.deps, now }, new AbortController().signal)
  }
  await renew(6)
  expect((await rowOf()).zoneSerial).toBe(zoneSerial)
  await renew(7)
  expect(await rowOf()).toMatchObject({ signedAt: after(signedAt ?? new Date(), 7 * day) })
  expect((await rowOf()).zoneSerial).toBeGreaterThan(zoneSerial)
  expect(await entries()).toHaveLength(1)
})
