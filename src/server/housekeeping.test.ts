import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { acquireLease } from '#db/leases.ts'
import { day, minute } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { sweeping } from './housekeeping.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const sweep = () => sweeping.run(app.deps, new AbortController().signal)

test('work that was done a month ago is gone; what failed or waits stays, however old', async () => {
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

test('however much there is to forget, one sweep forgets it all, in more than one transaction', async () => {
  const { jobs } = app.store.t
  const createdAt = app.deps.now()
  const job = { kind: 'many', payload: {}, createdAt, updatedAt: createdAt, runAt: createdAt }
  const rows = Array.from({ length: 2_500 }, () => ({
    ...job,
    id: Bun.randomUUIDv7(),
    status: 'done' as const,
  }))
  await app.store.tx((tx) => tx.insert(jobs).values(rows))
  app.advance(31 * day)
  await sweep()
  expect(await app.store.read.$count(jobs, eq(jobs.kind, 'many'))).toBe(0)
})

test('heartbeats of processes that ended are gone, other leases stay', async () => {
  const { leases } = app.store.t
  for (const name of ['ready:1', 'sweep'])
    await acquireLease(app.store, { name, holder: 'somebody', now: app.deps.now(), ttlMs: 1_000 })
  app.advance(2 * day)
  await acquireLease(app.store, { name: 'ready:2', holder: 'ready', now: app.deps.now(), ttlMs: 1_000 })
  await sweep()
  const left = await app.store.read.select().from(leases)
  expect(left.map(({ name }) => name).sort()).toEqual(['ready:2', 'sweep'])
})
