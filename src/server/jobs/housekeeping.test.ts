import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { acquireLease } from '#db/locks/leases.ts'
import { day, minute } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { sweeping } from './housekeeping.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const sweep = () => sweeping.run(app.deps, new AbortController().signal)

test('work finished a month ago is removed; failed and pending work stays, however old', async () => {
  const { jobs } = app.store.t
  const createdAt = app.deps.now()
  const job = { kind: 'nothing', payload: {}, createdAt, updatedAt: createdAt, runAt: createdAt }
  const states = ['done', 'failed', 'queued'] as const
  const rows = states.map((status) => ({ ...job, id: Bun.randomUUIDv7(), status }))
  await app.store.tx((tx) => tx.insert(jobs).values(rows))
  const left = async () => (await app.store.read.select().from(jobs)).map(({ status }) => status).sort()
  app.advance(30 * day)
  await sweep()
  expect(await left()).toEqual(['done', 'failed', 'queued'])
  app.advance(minute)
  await sweep()
  expect(await left()).toEqual(['failed', 'queued'])
})

/** Rows that a sweep a month later deletes, each with its own time. */
const expired: [name: 'jobs' | 'idempotencyKeys' | 'rateLimits', row: (at: Date, i: number) => object][] = [
  ['jobs', (at) => ({ ...timed(at), id: Bun.randomUUIDv7(), kind: 'many', status: 'done', payload: {} })],
  ['idempotencyKeys', (at, i) => ({ ...timed(at), userId: Bun.randomUUIDv7(), key: `${i}`, bodyHash: '' })],
  ['rateLimits', (at, i) => ({ ...timed(at), key: `many:${i}`, count: 1 })],
]
const timed = (at: Date) => ({ createdAt: at, updatedAt: at, runAt: at, expiresAt: at, resetAt: at })

test.each(expired)(
  'one sweep removes all expired rows of %s, at most a thousand per transaction',
  async (name, row) => {
    const table = app.store.t[name]
    const begun = app.deps.now().getTime()
    const rows = Array.from({ length: 2_500 }, (_, i) => row(new Date(begun + i), i))
    await app.store.tx((tx) => tx.insert(table).values(rows as never))
    const tx = app.store.tx
    const left = [await app.store.read.$count(table)]
    const watched = spyOn(app.store, 'tx').mockImplementation(async (work) => {
      const result = await tx(work)
      left.push(await app.store.read.$count(table))
      return result
    })
    app.advance(31 * day)
    await sweep()
    watched.mockRestore()
    const steps = left.slice(1).map((count, i) => (left[i] ?? 0) - count)
    expect(Math.max(...steps)).toBeLessThanOrEqual(1_000)
    expect(left.at(-1)).toBeLessThanOrEqual((left[0] ?? 0) - rows.length)
  },
)

test('heartbeats of ended processes are removed, and other leases stay', async () => {
  const { leases } = app.store.t
  for (const name of ['ready:1', 'sweep'])
    await acquireLease(app.store, { name, holder: 'somebody', now: app.deps.now(), ttlMs: 1_000 })
  app.advance(2 * day)
  await acquireLease(app.store, { name: 'ready:2', holder: 'ready', now: app.deps.now(), ttlMs: 1_000 })
  await sweep()
  const left = await app.store.read.select().from(leases)
  expect(left.map(({ name }) => name).sort()).toEqual(['ready:2', 'sweep'])
})
