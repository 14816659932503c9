import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { type Column, eq } from 'drizzle-orm'
import { day, hour, minute } from '#shared/time.ts'
import { createDatabaseApp, createTenant, type Tenant } from '#test/support/databases.ts'
import type { Database, DatabaseUsage } from './contract/contract.ts'
import { invariants } from './invariants.ts'
import { followServices } from './worker/follow-services.ts'

let portal: Awaited<ReturnType<typeof createDatabaseApp>>
let tenant: Tenant
beforeAll(async () => {
  portal = await createDatabaseApp()
})
afterAll(() => portal.app.close())
beforeEach(async () => {
  tenant = await createTenant(portal)
})

const heldOf = ({ connection }: Database) => portal.held.get(connection.database)
const isOf = ({ userId }: { userId: Column }) => eq(userId, tenant.customer.id)
const administer = async (verb: string) => {
  const { cookie } = await portal.app.addAdministrator()
  const path = `/api/admin/services/${tenant.serviceId}/${verb}`
  const reply = await portal.app.request(path, { cookie, json: {} })
  expect(reply.status).toBe(200)
}

test('databases of a suspended service refuse connections immediately, and accept them again with it', async () => {
  const close = followServices(portal.app.deps)
  const made = await tenant.make()
  await administer('suspend')
  await portal.app.deps.databaseWork.settled()
  expect(heldOf(made)?.wanted.isOpen).toBe(false)
  expect(await tenant.find(made.id)).toMatchObject({
    status: 'active',
    isOpen: false,
    reason: 'No connections are accepted while the service is not running.',
  })
  await administer('unsuspend')
  await portal.app.deps.databaseWork.settled()
  expect(heldOf(made)?.wanted.isOpen).toBe(true)
  expect(await tenant.find(made.id)).toMatchObject({ isOpen: true, reason: null })
  close()
})

test('the worker applies a service change whose event was missed', async () => {
  const made = await tenant.make()
  await administer('suspend')
  expect(heldOf(made)?.wanted.isOpen).toBe(true)
  await portal.app.work()
  await portal.app.work()
  expect(heldOf(made)?.wanted.isOpen).toBe(false)
  await administer('unsuspend')
  await portal.app.work()
  await portal.app.work()
  expect(heldOf(made)?.wanted.isOpen).toBe(true)
})

test('a password cannot be changed while the service is suspended', async () => {
  const made = await tenant.make()
  await administer('suspend')
  await portal.app.work()
  const path = `/api/databases/${made.id}/password`
  const reply = await tenant.call('POST', path, { password: 'quite another one' })
  expect(reply).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
})

test('databases of a terminated service are closed and not listed, and come back with the service', async () => {
  const made = await tenant.make()
  const held = heldOf(made)
  if (held) held.content = 'orders'
  await administer('terminate')
  await portal.app.work()
  await portal.app.work()
  expect(heldOf(made)).toMatchObject({ content: 'orders', wanted: { isOpen: false } })
  expect(await tenant.list()).toEqual([])
  portal.app.advance(29 * day)
  await portal.app.work()
  await administer('restore')
  await portal.app.work()
  await portal.app.work()
  expect(heldOf(made)).toMatchObject({ content: 'orders', wanted: { isOpen: true } })
  expect(await tenant.list()).toMatchObject([{ id: made.id, isOpen: true }])
})

test('databases of a service that ended thirty days ago are removed, in the engine too', async () => {
  const made = await tenant.make()
  await administer('terminate')
  await portal.app.work()
  portal.app.advance(30 * day + hour)
  await portal.app.work()
  await portal.app.work()
  expect(heldOf(made)).toBeUndefined()
  const { databases, databaseDumps } = portal.app.store.t
  const { read } = portal.app.store
  expect(await read.select().from(databases).where(isOf(databases))).toEqual([])
  expect(await read.select().from(databaseDumps).where(isOf(databaseDumps))).toEqual([])
})

test('size is measured every five minutes; only hourly samples stay after a day, none after thirty', async () => {
  const made = await tenant.make()
  const held = heldOf(made)
  if (held) held.content = 'x'.repeat(2 * 1_024 * 1_024)
  for (let count = 0; count < 30; count += 1) {
    await portal.app.work()
    portal.app.advance(5 * minute)
  }
  const usage = async () =>
    (await tenant.call('GET', `/api/databases/${made.id}/usage`)).body as DatabaseUsage
  const seen = await usage()
  expect(seen).toMatchObject({ connections: 1, maxConnections: 10, slow: null })
  expect(seen.samples).toHaveLength(30)
  expect(seen.samples[0]).toMatchObject({ size: 2, connections: 1 })
  const found = await tenant.find(made.id)
  expect(found).toMatchObject({ size: 2 })
  expect(found?.recentSizes.length).toBeGreaterThan(2)
  portal.app.advance(day)
  await portal.app.work()
  const later = (await usage()).samples.map(({ at }) => new Date(at).getUTCMinutes())
  expect(later.slice(0, -1).every((minutes) => minutes === 0)).toBe(true)
  portal.app.advance(30 * day + hour)
  await portal.app.work()
  expect((await usage()).samples).toHaveLength(1)
})

test('the invariants find a password that cannot be decrypted, a dump without its file, and duplicate names', async () => {
  const { store, dataDir, deps } = portal.app
  const count = () => Promise.all(invariants.map((each) => each.count(store, dataDir, deps.secrets)))
  const made = await tenant.make()
  expect(await count()).toEqual([0, 0, 0])
  await store.tx((tx) =>
    tx.update(store.t.databases).set({ dbPassword: 'v1.AAAA' }).where(isOf(store.t.databases)),
  )
  expect(await count()).toEqual([1, 0, 0])
  const now = deps.now()
  const own = { userId: tenant.customer.id, serviceId: tenant.serviceId, dbType: 'postgresql' as const }
  const names = { dbName: 'a', dbUser: 'a', dbPassword: '', networkName: 'a', networkUser: 'a' }
  const kept = {
    ...own,
    ...names,
    status: 'kept' as const,
    fileSize: 1,
    sha256: 'a',
    createdAt: now,
    expiresAt: now,
  }
  const leaving = { ...kept, status: 'writing' as const, networkName: made.connection.database }
  await store.tx((tx) => tx.insert(store.t.databaseDumps).values([kept, leaving]))
  expect(await count()).toEqual([1, 1, 1])
})
