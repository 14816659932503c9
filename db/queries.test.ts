import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { addPlan, addUser, moment } from '#test/support/rows.ts'
import { createTestStore, type TestStore } from '#test/support/store.ts'
import { Duplicate } from './errors.ts'
import { prepareOnce } from './store.ts'
import type { Store } from './types.ts'

let home: TestStore
let store: Store
beforeAll(async () => {
  home = await createTestStore({ bodyLimitMs: 2_000 })
  store = home.store
})
afterAll(() => home.close())

describe('queries', () => {
  test('text is sorted by bytes, so that both engines agree', async () => {
    const { leases } = store.t
    const names = ['sort:b', 'sort:B', 'sort:ä', 'sort:a', 'sort:_', 'sort:Z']
    await store.tx((tx) =>
      tx.insert(leases).values(names.map((name) => ({ name, holder: 'sort', fence: 1, expiresAt: moment }))),
    )
    const rows = await store.read
      .select({ name: leases.name })
      .from(leases)
      .where(eq(leases.holder, 'sort'))
      .orderBy(asc(leases.name))
    expect(rows.map(({ name }) => name)).toEqual(['sort:B', 'sort:Z', 'sort:_', 'sort:a', 'sort:b', 'sort:ä'])
  })

  test('keyset pages return every row once, even when timestamps are equal', async () => {
    const userId = await addUser(store, 'pages')
    const planId = await addPlan(store)
    const { userServices: s } = store.t
    const rows = Array.from({ length: 25 }, (_, index) => {
      const createdAt = new Date(moment.getTime() + Math.floor(index / 10))
      return { id: Bun.randomUUIDv7(), userId, planId, createdAt, updatedAt: moment }
    })
    await store.tx((tx) => tx.insert(s).values(rows))
    const met: string[] = []
    let last: { id: string; createdAt: Date } | undefined
    for (;;) {
      const behind =
        last && or(gt(s.createdAt, last.createdAt), and(eq(s.createdAt, last.createdAt), gt(s.id, last.id)))
      const page = await store.read
        .select()
        .from(s)
        .where(and(eq(s.userId, userId), behind))
        .orderBy(asc(s.createdAt), asc(s.id))
        .limit(7)
      if (page.length === 0) break
      met.push(...page.map(({ id }) => id))
      last = page.at(-1)
    }
    expect(met).toEqual(rows.map(({ id }) => id))
  })

  test('an upsert counts correctly under contention', async () => {
    const { rateLimits } = store.t
    const hit = () =>
      store.tx((tx) =>
        tx
          .insert(rateLimits)
          .values({ key: 'upsert', count: 1, resetAt: moment, updatedAt: moment })
          .onConflictDoUpdate({ target: rateLimits.key, set: { count: sql`${rateLimits.count} + 1` } })
          .returning({ count: rateLimits.count }),
      )
    const counts = (await Promise.all(Array.from({ length: 20 }, hit))).map(([row]) => row?.count)
    expect(counts.toSorted((a = 0, b = 0) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
  })

  test('a locked row is read and written by one transaction at a time', async () => {
    const { leases } = store.t
    const name = 'locked'
    await store.tx((tx) => tx.insert(leases).values({ name, holder: 'h', fence: 0, expiresAt: moment }))
    const raise = () =>
      store.tx(async (tx) => {
        const [row] = await store.lock(tx.select().from(leases).where(eq(leases.name, name)))
        await tx
          .update(leases)
          .set({ fence: (row?.fence ?? 0) + 1 })
          .where(eq(leases.name, name))
      })
    await Promise.all(Array.from({ length: 20 }, raise))
    const [row] = await store.read.select().from(leases).where(eq(leases.name, name))
    expect(row?.fence).toBe(20)
  })

  test('a prepared query is built once and accepts values, dates included', async () => {
    let built = 0
    const build = ({ read, t: { users } }: Store) => {
      built += 1
      const since = sql.param(sql.placeholder('at'), users.createdAt)
      return read
        .select({ key: users.emailKey })
        .from(users)
        .where(and(eq(users.emailKey, sql.placeholder('key')), eq(users.createdAt, since)))
        .prepare('find_user')
    }
    const find = () => prepareOnce(store, build)
    await addUser(store, 'prepared')
    expect(await find().execute({ key: 'prepared@example.com', at: moment })).toEqual([
      { key: 'prepared@example.com' },
    ])
    expect(await find().execute({ key: 'prepared@example.com', at: new Date(0) })).toEqual([])
    expect(built).toBe(1)
  })

  test('$count counts, and with() selects from a common table expression', async () => {
    const { leases } = store.t
    await store.tx((tx) =>
      tx.insert(leases).values({ name: 'cte', holder: 'cte', fence: 7, expiresAt: moment }),
    )
    expect(await store.read.$count(leases, eq(leases.holder, 'cte'))).toBe(1)
    const own = store.read.$with('own').as(store.read.select().from(leases).where(eq(leases.holder, 'cte')))
    expect((await store.read.with(own).select().from(own)).map(({ fence }) => fence)).toEqual([7])
  })
})

test('under stress every answer matches its query', async () => {
  const { leases } = store.t
  const ask = async (nonce: number) => {
    const name = `nonce:${nonce}`
    await store.tx((tx) => tx.insert(leases).values({ name, holder: name, fence: nonce, expiresAt: moment }))
    const absent = Array.from({ length: nonce % 5 }, (_, index) => `absent:${index}`)
    const [listed] = await store.read
      .select()
      .from(leases)
      .where(inArray(leases.name, [name, ...absent]))
    const bad = await store
      .tx((tx) => tx.insert(leases).values({ name, holder: 'x', fence: 0, expiresAt: moment }))
      .catch((error: unknown) => error)
    const inTx = await store.tx((tx) =>
      tx
        .select({ fence: leases.fence, echo: sql<string>`cast(${name} as text)` })
        .from(leases)
        .where(eq(leases.name, name)),
    )
    return (
      listed?.fence === nonce && bad instanceof Duplicate && inTx[0]?.fence === nonce && inTx[0].echo === name
    )
  }
  const answers = await Promise.all(Array.from({ length: 400 }, (_, nonce) => ask(nonce)))
  expect(answers.filter((right) => !right)).toEqual([])
})
