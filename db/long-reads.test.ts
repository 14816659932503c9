import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { addUser, moment } from '#test/support/rows.ts'
import { createTestStore, type TestStore, testEngine } from '#test/support/store.ts'
import { until } from '#test/support/until.ts'
import { QueryFailed, StoreUnavailable } from './errors.ts'
import type { Reader } from './types.ts'

let home: TestStore
beforeEach(async () => {
  home = await createTestStore()
})
afterEach(() => home.close())

/** A statement that occupies the engine for about that many milliseconds on any machine. */
const busyFor = (ms: number) => {
  const postgres = sql`(select 1 as n, pg_sleep(${ms / 1_000}) is null) as slow`
  const steps = ms * 10_000
  const sqlite = sql`(with recursive c(n) as (select 1 union all select n + 1 from c where n < ${steps}) select max(n) as n from c) as slow`
  const slow = testEngine === 'postgres' ? postgres : sqlite
  return (read: Reader) => read.select({ n: sql<number>`n` }).from(slow)
}
const reasonOf = (error: unknown) => (error instanceof StoreUnavailable ? error.reason : error)

describe('a long read', () => {
  test('returns the same rows as store.read, with their types', async () => {
    const { users } = home.store.t
    await addUser(home.store, 'long')
    const query = (read: Reader) => read.select().from(users).where(eq(users.createdAt, moment))
    const rows = await home.store.readLong(query)
    expect(rows).toEqual(await query(home.store.read))
    expect(rows[0]?.createdAt).toEqual(moment)
    expect(rows[0]?.isAdmin).toBe(false)
  })

  test('sees what was committed before it was requested', async () => {
    const { users } = home.store.t
    for (const name of ['one', 'two', 'three']) {
      const id = await addUser(home.store, name)
      const rows = await home.store.readLong((read) =>
        read.select({ id: users.id }).from(users).where(eq(users.id, id)),
      )
      expect(rows).toEqual([{ id }])
    }
  })

  test('does not delay other reads and writes', async () => {
    let isOver = false
    const long = home.store.readLong(busyFor(300)).then(() => {
      isOver = true
    })
    await addUser(home.store, 'meanwhile')
    const { users } = home.store.t
    expect(await home.store.read.select({ id: users.id }).from(users)).toHaveLength(1)
    expect(isOver).toBe(false)
    await long
  })

  test('cannot write', async () => {
    const write = (read: Reader) =>
      (read as unknown as { delete(table: unknown): PromiseLike<void> }).delete(home.store.t.leases)
    await expect(home.store.readLong(write)).rejects.toBeInstanceOf(QueryFailed)
  })

  test('reports a failure without the parameters', async () => {
    const { users } = home.store.t
    const wrong = home.store.readLong((read) =>
      read.select({ x: sql`no_such_function(${'a secret'})` }).from(users),
    )
    const error = await wrong.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(QueryFailed)
    expect(String(error)).not.toContain('a secret')
  })

  test('is refused inside a transaction', async () => {
    const inside = home.store.tx(async () => void (await home.store.readLong(busyFor(1))))
    await expect(inside).rejects.toThrow('inside a transaction')
  })
})

describe('the limits of long reads', () => {
  const limitMs = 150
  const tooLong = busyFor(10 * limitMs)
  beforeEach(async () => {
    await home.close()
    home = await createTestStore({ longReads: { parallel: 1, waiting: 2, limitMs } })
  })

  test('abort a read over its time limit, and the next one is answered', async () => {
    expect(await home.store.readLong(tooLong).catch(reasonOf)).toBe('slow')
    const next = () =>
      home.store.readLong(busyFor(1)).then(
        () => 'answered',
        (error) => reasonOf(error),
      )
    await until('answered', async () => (await next()) === 'answered')
  })

  test('abort a read that waits too long for its turn, and refuse reads beyond the queue', async () => {
    const first = home.store.readLong(tooLong).catch(reasonOf)
    const waiting = [1, 2].map(() => home.store.readLong(busyFor(1)).catch(reasonOf))
    expect(await home.store.readLong(busyFor(1)).catch(reasonOf)).toBe('busy')
    expect(await Promise.all([first, ...waiting])).toEqual(['slow', 'slow', 'slow'])
  })
})
