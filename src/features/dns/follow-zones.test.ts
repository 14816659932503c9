import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { domainName as nameOf } from '#test/support/domain-name.ts'
import { until } from '#test/support/until.ts'
import { ensureKeys } from './dnssec-keys.ts'
import { toName } from './drivers/wire/name.ts'
import { findNode, findSet, type Zone } from './drivers/zone/zone.ts'
import { createZones, type Zones } from './drivers/zone/zones.ts'
import { type FollowedZones, followZones } from './follow-zones.ts'
import { invariants } from './invariants.ts'
import { createServedZones, type ServedZones } from './served-zones.ts'

let app: TestApp
let owner: string
let zones: Zones
let served: ServedZones
let followed: FollowedZones
let changed: Zone[]
let serial = 1
beforeAll(async () => {
  app = await createTestApp()
  owner = (await app.addCustomer()).id
})
afterAll(() => app.close())
afterEach(() => followed.stop())

type DomainOptions = {
  status?: 'active' | 'pending' | 'expired' | 'error'
  challenge?: string
  address?: string
  userId?: string
}

const at = () => app.deps.now()

async function addDomains(given: (DomainOptions & { domainName: string })[]): Promise<string[]> {
  const times = { createdAt: at(), updatedAt: at() }
  const nameservers = ['ns1.example.net', 'ns2.example.net']
  const rows = given.map(({ domainName, status = 'active' as const, challenge = null, userId = owner }) => {
    return {
      id: Bun.randomUUIDv7(),
      userId,
      domainName: nameOf(domainName),
      status,
      challenge,
      nameservers,
      ...times,
    }
  })
  const records = rows.map(({ id, userId }, index) => {
    const record = {
      type: 'A' as const,
      name: '@',
      value: given[index]?.address ?? '192.0.2.1',
      valueKey: 'a',
    }
    return { id: Bun.randomUUIDv7(), userId, domainId: id, ...record, ttl: 300, ...times }
  })
  await app.store.tx(async (tx) => {
    await tx.insert(tx.t.domains).values(rows)
    await tx.insert(tx.t.dnsRecords).values(records)
  })
  return rows.map(({ id }) => id)
}

const addDomain = async (domainName: string, given: DomainOptions = {}): Promise<string> =>
  (await addDomains([{ domainName, ...given }]))[0] ?? ''

/** Another address, and another serial. */
async function change(id: string, value: string, updatedAt = at()) {
  serial += 1
  await app.store.tx(async (tx) => {
    const { domains: d, dnsRecords: r } = tx.t
    await tx
      .update(r)
      .set({ value })
      .where(and(eq(r.userId, owner), eq(r.domainId, id)))
    await tx
      .update(d)
      .set({ zoneSerial: serial, updatedAt })
      .where(and(eq(d.userId, owner), eq(d.id, id)))
  })
}

async function start() {
  zones = createZones()
  changed = []
  served = createServedZones(zones, { ...app.deps, changed: (zone) => changed.push(zone) })
  followed = followZones(app.deps, served)
  await followed.loaded
}

const addressOf = (domainName: string): string | null => {
  const zone = zones.get(toName(domainName))
  const set = zone && findSet(zone, findNode(zone, ''), 1)
  return set ? [...(set.data[0] ?? [])].join('.') : null
}
const publish = (id: string) =>
  app.deps.events.publish({ userId: owner, kind: 'domain', id, status: 'active' })

describe('the zones of a process', () => {
  test('are all stored zones, except the pending ones', async () => {
    await addDomain('first.example')
    await addDomain('expired.example', { status: 'expired' })
    await addDomain('pending.example', { status: 'pending' })
    await start()
    expect(addressOf('first.example')).toBe('192.0.2.1')
    expect(addressOf('expired.example')).toBe('192.0.2.1')
    expect(addressOf('pending.example')).toBeNull()
    expect(followed.polledAt()).not.toBeNull()
  })

  test('include unverified names with their name servers only', async () => {
    const [name, apex] = ['wanted.example', toName('wanted.example')]
    const other = (await app.addCustomer()).id
    const id = await addDomain(name, { status: 'pending', challenge: 'abc' })
    const others = await addDomain(name, { status: 'error', challenge: 'def', userId: other })
    await start()
    expect([addressOf(name), zones.find(apex)]).toEqual([null, null])
    expect(zones.awaited(apex)).not.toBeNull()
    const set = { status: 'active' as const, challenge: null, updatedAt: at() }
    const { domains } = app.store.t
    await app.store.tx((tx) => tx.update(domains).set(set).where(eq(domains.id, id)))
    publish(id)
    await until('the zone', () => addressOf(name) === '192.0.2.1')
    expect(zones.awaited(apex)?.id).toBe(others)
    await app.store.tx((tx) => tx.delete(domains).where(eq(domains.id, others)))
    await until('the end', () => zones.awaited(apex) === null)
    expect(addressOf(name)).toBe('192.0.2.1')
  })

  test('are read in pages, each with its own records', async () => {
    const owners = await Promise.all(Array.from({ length: 3 }, () => app.addCustomer()))
    const addressAt = (index: number) => `192.0.${index >> 8}.${index & 255}`
    await addDomains(
      Array.from({ length: 600 }, (_, index) => ({
        domainName: `d${index}.example`,
        userId: owners[index % 3]?.id ?? owner,
        address: addressAt(index),
      })),
    )
    await start()
    for (let index = 0; index < 600; index += 1) expect(addressOf(`d${index}.example`)).toBe(addressAt(index))
  })

  test('change when an event names them, and report what changed', async () => {
    const id = await addDomain('event.example')
    await start()
    changed.length = 0
    await change(id, '192.0.2.2')
    publish(id)
    await until('the change', () => addressOf('event.example') === '192.0.2.2')
    expect(changed.map(({ apex, serial }) => [apex, serial])).toEqual([[toName('event.example'), serial]])
  })

  test('change without an event, also by other processes', async () => {
    const id = await addDomain('silent.example')
    await start()
    await change(id, '192.0.2.3')
    await until('the change', () => addressOf('silent.example') === '192.0.2.3')
    const added = await addDomain('added.example')
    await until('a new zone', () => addressOf('added.example') !== null)
    expect(served.find(added)?.domainName).toBe('added.example')
  })

  test('change even if the timestamp of the change is unreliable', async () => {
    const id = await addDomain('untold.example')
    await start()
    await change(id, '192.0.2.4', new Date(0))
    await until('the change', () => addressOf('untold.example') === '192.0.2.4')
  })

  test('are dropped when the domain is removed, with an event or without', async () => {
    const ids = [await addDomain('gone.example'), await addDomain('lost.example')]
    await start()
    expect(addressOf('gone.example')).not.toBeNull()
    for (const id of ids)
      await app.store.tx((tx) =>
        tx.delete(tx.t.domains).where(and(eq(tx.t.domains.userId, owner), eq(tx.t.domains.id, id))),
      )
    publish(ids[0] ?? '')
    await until('the end', () => addressOf('gone.example') === null)
    await until('the end', () => addressOf('lost.example') === null)
  })

  test('stay unchanged when one cannot be built, which is logged once', async () => {
    const id = await addDomain('broken.example')
    await start()
    await change(id, 'no address')
    publish(id)
    await until('a problem', () => served.problems.size === 1)
    expect([...served.problems.values()]).toEqual(['broken.example: A of @: “no address” is no IPv4 address'])
    expect(addressOf('broken.example')).toBe('192.0.2.1')
    publish(id)
    await change(id, '192.0.2.5')
    await until('the repair', () => addressOf('broken.example') === '192.0.2.5')
    expect(served.problems.size).toBe(0)
    expect(app.logged.filter((line) => line.includes('zone not served'))).toHaveLength(1)
  })

  test('are signed while DNSSEC is on, and never served without their keys', async () => {
    const id = await addDomain('signed.example')
    await start()
    const zone = () => zones.get(toName('signed.example'))
    expect(zone()?.secured).toBeNull()
    const place = { userId: owner, id }
    await app.store.tx((tx) => ensureKeys(tx, app.deps, place))
    const { domains, dnssecKeys } = app.store.t
    const set = (signedAt: Date | null) =>
      app.store.tx((tx) => tx.update(domains).set({ signedAt }).where(eq(domains.id, id)))
    await set(at())
    await change(id, '192.0.2.7')
    await until('the signed zone', () => zone()?.secured)
    const isZsk = and(eq(dnssecKeys.domainId, id), eq(dnssecKeys.role, 'zsk'))
    await app.store.tx((tx) => tx.update(dnssecKeys).set({ privateKey: 'v1.AAAA' }).where(isZsk))
    await change(id, '192.0.2.8')
    await until('a problem', () => served.problems.size === 1)
    expect([...served.problems.values()]).toEqual([
      'signed.example: its ZSK cannot be decrypted with this portal’s key',
    ])
    expect([addressOf('signed.example'), zone()?.secured === null]).toEqual(['192.0.2.7', false])
    const [invariant] = invariants
    expect(await invariant?.count(app.store, app.dataDir, app.deps.secrets)).toBe(1)
    await set(null)
    await change(id, '192.0.2.9')
    await until('the plain zone', () => addressOf('signed.example') === '192.0.2.9')
    expect(zone()?.secured).toBeNull()
    expect(await invariant?.count(app.store, app.dataDir, app.deps.secrets)).toBe(0)
  })
})
