import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq, getTableName } from 'drizzle-orm'
import { makeTestFolder } from '#test/support/folders.ts'
import { addPlan, moment, userRow } from '#test/support/rows.ts'
import { createTestStore, type TestStore, testEngine } from '#test/support/store.ts'
import { appendAudit } from '../audit/audit.ts'
import { sealAudit } from '../audit/seal.ts'
import { verifyAudit } from '../audit/verify.ts'
import { engineOf } from '../engine.ts'
import { migrate } from '../migrations/migrate.ts'
import { openStore } from '../store.ts'
import type { Store } from '../types.ts'
import { moveStore } from './move.ts'

// The source is always SQLite; the target is the engine under test.
const key = Buffer.alloc(32, 1)
let source: Store
let target: TestStore
beforeEach(async () => {
  source = await openStore({ dataDir: makeTestFolder() })
  await migrate(source)
  target = await createTestStore()
})
afterEach(async () => {
  await source.close()
  await target.close()
})

async function fill(): Promise<string> {
  const planId = await addPlan(source)
  const users = Array.from({ length: 450 }, (_, index) => ({
    ...userRow(`u${index}`),
    id: Bun.randomUUIDv7(),
    firstName: 'नमन "x"',
  }))
  const [first] = users
  if (!first) throw new Error('no user')
  await source.tx(async (tx) => {
    for (let start = 0; start < users.length; start += 100)
      await tx.insert(tx.t.users).values(users.slice(start, start + 100))
    const service = { id: Bun.randomUUIDv7(), userId: first.id, planId, createdAt: moment, updatedAt: moment }
    await tx.insert(tx.t.userServices).values(service)
    const order = {
      userId: first.id,
      planId,
      serviceId: service.id,
      amountPaise: 9_900,
      paymentMethod: 'credit_card',
      createdAt: moment,
    }
    await tx.insert(tx.t.orders).values([order, { ...order, id: Bun.randomUUIDv7() }])
    await tx
      .insert(tx.t.sessions)
      .values({ sid: 's', userId: first.id, sess: { b: 1, a: null }, expire: moment, createdAt: moment })
    await appendAudit(tx, {
      at: moment,
      actorId: first.id,
      action: 'x',
      targetType: 'y',
      targetId: null,
      details: { z: 1, a: 2 },
    })
  })
  await sealAudit(source, { now: moment, key })
  return first.id
}

test('every row arrives unchanged, and the source keeps its own', async () => {
  const userId = await fill()
  const copies = await moveStore(source, target.store)
  const rows = Object.fromEntries(copies.map(({ table, rows: count }) => [table, count]))
  expect(rows).toMatchObject({
    users: 450,
    user_services: 1,
    orders: 2,
    sessions: 1,
    audit_log: 1,
    audit_seals: 1,
    mails: 0,
  })
  expect(copies.map(({ table }) => table)).toEqual(
    Object.values(source.t)
      .map((table) => getTableName(table))
      .filter((name) => name !== 'leases'),
  )
  const userOf = async ({ read, t }: Store) => read.select().from(t.users).where(eq(t.users.id, userId))
  expect(await userOf(target.store)).toEqual(await userOf(source))
  expect(await verifyAudit(target.store, { now: moment, key })).toMatchObject({
    ok: true,
    entries: 1,
    seals: 1,
  })
  expect(await source.read.$count(source.t.users)).toBe(450)
})

test('a target that is not empty is refused before anything is written', async () => {
  await fill()
  await target.store.tx((tx) =>
    tx.insert(tx.t.leases).values({ name: 'n', holder: 'h', fence: 1, expiresAt: moment }),
  )
  await expect(moveStore(source, target.store)).rejects.toThrow('not empty: leases')
  expect(await target.store.read.$count(target.store.t.users)).toBe(0)
})

test('leases are not moved: they are only valid on the source', async () => {
  await source.tx((tx) =>
    tx.insert(tx.t.leases).values({ name: 'shared-folder', holder: 'h', fence: 1, expiresAt: moment }),
  )
  await moveStore(source, target.store)
  expect(await target.store.read.$count(target.store.t.leases)).toBe(0)
})

test('a target that already holds exactly these rows counts as empty, and one with any other row does not', async () => {
  await fill()
  await moveStore(source, target.store)
  await moveStore(source, target.store)
  expect(await target.store.read.$count(target.store.t.users)).toBe(450)
  await target.store.tx((tx) => tx.insert(tx.t.users).values(userRow('another')))
  await expect(moveStore(source, target.store)).rejects.toThrow('not empty: users')
})

if (testEngine === 'postgres')
  test('a failed copy into PostgreSQL leaves nothing behind and can be repeated', async () => {
    await fill()
    const alter = (sql: string) => engineOf(target.store).alter((run) => run(sql))
    await alter('alter table audit_log add constraint refuses check (false)')
    await expect(moveStore(source, target.store)).rejects.toThrow()
    expect(await target.store.read.$count(target.store.t.users)).toBe(0)
    await alter('alter table audit_log drop constraint refuses')
    await moveStore(source, target.store)
    expect(await target.store.read.$count(target.store.t.users)).toBe(450)
  })
