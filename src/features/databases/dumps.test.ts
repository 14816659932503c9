import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { day, hour } from '#shared/time.ts'
import { createDatabaseApp, createTenant, goodPassword, type Tenant } from '#test/support/databases.ts'
import type { Database, DatabaseDump } from './contract/contract.ts'

let portal: Awaited<ReturnType<typeof createDatabaseApp>>
let tenant: Tenant
beforeAll(async () => {
  portal = await createDatabaseApp()
})
afterAll(() => portal.app.close())
beforeEach(async () => {
  Object.assign(portal.knobs, { isDown: false, refusal: null, breaksDumps: false })
  tenant = await createTenant(portal)
})

const heldOf = ({ connection }: Database) => portal.held.get(connection.database)
const fill = (database: Database, content: string) => {
  const held = heldOf(database)
  if (held) held.content = content
}
const remove = ({ id }: { id: string }) => tenant.call('DELETE', `/api/databases/${id}`)
const dumps = async () => (await tenant.call('GET', '/api/databases/dumps')).body as DatabaseDump[]
const restore = (id: string) => tenant.call('POST', `/api/databases/dumps/${id}/restore`)
const fileOf = (id: string) => `${portal.app.dataDir}/database-dumps/${id}.dump`
/** A deleted and dumped database that had contents. */
const deleted = async (content = 'the contents of a shop', extra?: Record<string, unknown>) => {
  const made = await tenant.make(extra)
  fill(made, content)
  await remove(made)
  await portal.app.work()
  return made
}

describe('a deleted database', () => {
  test('is removed from the list and the engine, and stays as a sealed dump for seven days', async () => {
    const made = await tenant.make()
    fill(made, 'the contents of a shop')
    expect(await remove(made)).toMatchObject({ status: 200, body: { ok: true } })
    expect(await tenant.list()).toEqual([])
    expect(await dumps()).toMatchObject([{ id: made.id, status: 'writing', dbName: made.dbName }])
    await portal.app.work()
    expect(heldOf(made)).toBeUndefined()
    const [dump] = await dumps()
    expect(dump).toMatchObject({ id: made.id, status: 'kept', reason: null })
    expect(Date.parse(String(dump?.expiresAt)) - Date.parse(String(dump?.createdAt))).toBe(7 * day)
    const bytes = readFileSync(fileOf(made.id))
    expect(bytes.length).toBe(dump?.fileSize ?? 0)
    expect(bytes.includes('shop')).toBe(false)
  })

  test('frees its names immediately', async () => {
    const made = await tenant.make({ dbName: 'again', dbUser: 'again' })
    await remove(made)
    const second = await tenant.make({ dbName: 'again', dbUser: 'again' })
    expect(second.status).toBe('active')
    expect(second.connection.database).not.toBe(made.connection.database)
    await portal.app.work()
    expect(heldOf(second)).toBeDefined()
    expect(heldOf(made)).toBeUndefined()
  })

  test('stays in the engine until its dump is complete', async () => {
    portal.knobs.breaksDumps = true
    const made = await tenant.make()
    fill(made, 'the contents of a shop')
    await remove(made)
    await portal.app.work()
    expect(heldOf(made)?.wanted.isOpen).toBe(false)
    expect(await dumps()).toMatchObject([{ status: 'writing', reason: 'The connection broke.' }])
    expect(existsSync(fileOf(made.id))).toBe(false)
    portal.knobs.breaksDumps = false
    portal.app.advance(hour)
    await portal.app.work()
    expect(heldOf(made)).toBeUndefined()
    expect(await dumps()).toMatchObject([{ status: 'kept', reason: null }])
  })

  test('is not found for another customer', async () => {
    const made = await tenant.make()
    const other = await createTenant(portal)
    expect((await other.call('DELETE', `/api/databases/${made.id}`)).status).toBe(404)
    await remove(made)
    await portal.app.work()
    expect((await other.call('GET', '/api/databases/dumps')).body).toEqual([])
    expect((await other.call('POST', `/api/databases/dumps/${made.id}/restore`)).status).toBe(404)
  })

  test('leaves nothing behind when the engine never had it', async () => {
    const { body } = await tenant.create({ dbType: 'mysql' })
    await remove(body as Database)
    expect(await dumps()).toEqual([])
  })

  test('is purged with its file after seven days', async () => {
    const made = await deleted()
    portal.app.advance(7 * day + hour)
    expect(await dumps()).toEqual([])
    expect((await restore(made.id)).status).toBe(404)
    await portal.app.work()
    expect(existsSync(fileOf(made.id))).toBe(false)
    expect(await portal.app.store.read.$count(portal.app.store.t.databaseDumps)).toBe(0)
  })
})

describe('a restore', () => {
  test('brings back the database with its contents, names and password', async () => {
    const made = await deleted('x'.repeat(300_000))
    const reply = await restore(made.id)
    expect(reply).toMatchObject({
      status: 200,
      body: { id: made.id, dbName: made.dbName, dbUser: made.dbUser, status: 'active', reason: null },
    })
    const held = heldOf(reply.body as Database)
    expect(held?.content).toBe('x'.repeat(300_000))
    expect(held?.wanted.password).toBe(goodPassword)
    expect(await dumps()).toEqual([])
    expect(existsSync(fileOf(made.id))).toBe(false)
    expect((reply.body as Database).size).toBe(0.29)
  })

  test('is refused while a name is in use, and beyond the plan limit', async () => {
    const made = await deleted('a', { dbName: 'shop', dbUser: 'shop' })
    const second = await tenant.make({ dbName: 'shop' })
    const taken = await restore(made.id)
    expect(taken.status).toBe(409)
    expect(taken.text).toContain('This service already has a PostgreSQL database named shop.')
    await remove(second)
    for (let count = 0; count < 10; count += 1) await tenant.make()
    expect(await restore(made.id)).toMatchObject({ status: 403, body: { code: 'LIMIT_REACHED', limit: 10 } })
    expect(await dumps()).toContainEqual(expect.objectContaining({ id: made.id, status: 'kept' }))
  })

  test('is refused while the service is not active, and while the dump is being written', async () => {
    const made = await tenant.make()
    await remove(made)
    expect((await restore(made.id)).text).toContain('is still being saved')
    await portal.app.work()
    const { userServices: s } = portal.app.store.t
    const suspended = { status: 'suspended' as const }
    await portal.app.store.tx((tx) => tx.update(s).set(suspended).where(eq(s.id, tenant.serviceId)))
    expect((await restore(made.id)).status).toBe(409)
  })

  test('changes nothing and says so when the dump is damaged', async () => {
    const made = await deleted()
    truncateSync(fileOf(made.id), 60)
    const refused = await restore(made.id)
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('The dump is damaged and cannot be restored.')
    expect(await tenant.list()).toEqual([])
    expect(await dumps()).toMatchObject([
      { status: 'failed', reason: 'The dump is damaged and cannot be restored.' },
    ])
    expect([...portal.held.keys()].filter((name) => name.endsWith(`_${made.dbName}`))).toEqual([])
    expect((await restore(made.id)).status).toBe(409)
  })

  test('keeps the dump with the engine’s message when the engine refuses', async () => {
    const made = await deleted()
    portal.knobs.refusal = 'disk quota exceeded'
    expect((await restore(made.id)).text).toContain('disk quota exceeded')
    expect(await tenant.list()).toEqual([])
    expect(await dumps()).toMatchObject([{ id: made.id, status: 'kept', reason: 'disk quota exceeded' }])
    portal.knobs.refusal = null
    expect((await restore(made.id)).body).toMatchObject({ status: 'active' })
  })

  test('waits for an engine that is down; the database is not deleted in the meantime', async () => {
    const made = await deleted()
    portal.knobs.isDown = true
    expect((await restore(made.id)).body).toMatchObject({
      status: 'pending',
      reason: 'PostgreSQL does not answer.',
    })
    expect(await remove(made)).toMatchObject({ status: 409, body: { code: 'BUSY' } })
    portal.knobs.isDown = false
    portal.app.advance(hour)
    await portal.app.work()
    const found = await tenant.find(made.id)
    expect(found).toMatchObject({ status: 'active', reason: null })
    expect(found && heldOf(found)?.content).toBe('the contents of a shop')
  })
})

test('files without a row are quarantined after an hour, and come back with their row', async () => {
  const made = await deleted()
  const { databaseDumps } = portal.app.store.t
  const [row] = await portal.app.store.read.select().from(databaseDumps).where(eq(databaseDumps.id, made.id))
  if (!row) throw new Error('no dump')
  await portal.app.store.tx((tx) => tx.delete(databaseDumps))
  const past = new Date(Date.now() - 2 * hour)
  const draft = fileOf(Bun.randomUUIDv7()).replace('.dump', '.tmp')
  writeFileSync(draft, 'half')
  for (const path of [fileOf(made.id), draft]) utimesSync(path, past, past)
  await portal.app.work()
  expect([existsSync(fileOf(made.id)), existsSync(draft)]).toEqual([false, false])
  await portal.app.store.tx((tx) => tx.insert(databaseDumps).values(row))
  await portal.app.work()
  expect(existsSync(fileOf(made.id))).toBe(true)
})
