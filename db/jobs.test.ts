import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { after, day } from '#shared/time.ts'
import { moment, userRow } from '#test/support/rows.ts'
import { createTestStore, type TestStore, testEngine } from '#test/support/store.ts'
import { clockToleranceMs } from './clock.ts'
import { engineOf } from './engine.ts'
import {
  abandonClaims,
  claimJob,
  completeJob,
  enqueueJob,
  failJob,
  failureOf,
  heartbeat,
  type Job,
  jobDelaysMs,
  jobLeaseMs,
  type NewJob,
  releaseJob,
  retryJob,
  watchDue,
} from './jobs.ts'

let home: TestStore
beforeEach(async () => {
  home = await createTestStore()
})
afterEach(() => home.close())

const at = (ms: number) => new Date(moment.getTime() + ms)
const enqueue = (job: Partial<NewJob> = {}) =>
  home.store.tx((tx) => enqueueJob(tx, { kind: 'work', payload: { n: 1 }, now: moment, ...job }))
const kinds = ['work']
const isAnyDue = (now: Date) => watchDue(home.store, { kinds, longestDelayMs: jobDelaysMs[4] })(now)

/** Claims like a worker, which checks first: the check never overlooks a due job. */
async function claim(now = moment, holder = 'a'): Promise<Job | null> {
  const isSeen = await isAnyDue(now)
  const job = await claimJob(home.store, { holder, now, kinds })
  if (job) expect(isSeen).toBe(true)
  return job
}
const stored = async (id: string) => {
  const { jobs } = home.store.t
  const [row] = await home.store.read.select().from(jobs).where(eq(jobs.id, id))
  return row
}

async function claimed(now = moment, holder = 'a'): Promise<Job> {
  const job = await claim(now, holder)
  if (!job) throw new Error('nothing to claim')
  return job
}

test('the check sees no job that waits for its time, runs, has ended, or is of another kind', async () => {
  expect(await isAnyDue(moment)).toBe(false)
  await enqueue({ kind: 'other' })
  await enqueue({ runAt: at(1) })
  expect(await isAnyDue(moment)).toBe(false)
  expect(await isAnyDue(at(1))).toBe(true)
  const job = await claimed(at(1))
  expect(await isAnyDue(at(jobLeaseMs))).toBe(false)
  expect(await isAnyDue(at(jobLeaseMs + 1))).toBe(true)
  await completeJob(home.store, job, { now: at(2) })
  expect(await isAnyDue(at(jobLeaseMs + 1))).toBe(false)
})

test('the check reads four index ranges, so that waiting jobs do not slow it down', async () => {
  const statements: { sql: string; parameters: unknown[] }[] = []
  const told = await createTestStore({
    onStatement: (sql, parameters) => statements.push({ sql, parameters }),
  })
  try {
    await watchDue(told.store, { kinds, longestDelayMs: jobDelaysMs[4] })(moment)
    const [look = { sql: '', parameters: [] }, ...others] = statements.filter(({ sql }) =>
      sql.includes('union'),
    )
    expect(others).toEqual([])
    const plan = await engineOf(told.store).alter(async (run) => {
      if (testEngine === 'postgres') await run('set local enable_seqscan = off')
      if (testEngine === 'postgres') await run('set local enable_bitmapscan = off')
      const explain = testEngine === 'postgres' ? 'explain' : 'explain query plan'
      return run(`${explain} ${look.sql}`, look.parameters as string[])
    })
    const ranges = JSON.stringify(plan).match(/(run_at|lease_until) ?[<>]/g)
    expect(ranges).toHaveLength(4)
  } finally {
    await told.close()
  }
})

test('a job exists only with the change it belongs to', async () => {
  const work = home.store.tx(async (tx) => {
    await enqueueJob(tx, { kind: 'work', payload: {}, now: moment })
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await claim()).toBeNull()
})

test('a claim takes due jobs of the requested kinds with their payloads, the earliest first', async () => {
  await enqueue({ runAt: at(1) })
  await enqueue({ kind: 'other' })
  const second = await enqueue({ runAt: at(-1) })
  expect(await claim()).toMatchObject({
    id: second,
    payload: { n: 1 },
    attempts: 1,
    fence: 1,
    status: 'running',
  })
  expect(await claim()).toBeNull()
  expect(await claim(at(1))).not.toBeNull()
})

test('many workers run each of many jobs exactly once', async () => {
  const ids = await Promise.all(Array.from({ length: 60 }, () => enqueue()))
  const ran: string[] = []
  const worker = async (holder: string) => {
    // On PostgreSQL a claim may find no job because another worker is claiming the same rows.
    while (ran.length < ids.length) {
      const job = await claim(moment, holder)
      if (!job) continue
      ran.push(job.id)
      await completeJob(home.store, job, { now: moment })
    }
  }
  await Promise.all(['a', 'b', 'c', 'd'].map(worker))
  expect(ran.toSorted()).toEqual(ids.toSorted())
})

describe('a failing job', () => {
  test('backs off 30 s, 2 min, 10 min and 1 h, and then fails', async () => {
    const id = await enqueue()
    let now = moment
    for (const delay of jobDelaysMs.slice(1)) {
      const job = await claimed(now)
      expect(await failJob(home.store, job, { message: 'no luck', now })).toBe('retrying')
      expect(await stored(id)).toMatchObject({
        status: 'queued',
        message: 'no luck',
        runAt: new Date(now.getTime() + delay),
      })
      expect(await claim(new Date(now.getTime() + delay - 1))).toBeNull()
      now = new Date(now.getTime() + delay)
    }
    expect(jobDelaysMs).toEqual([0, 30_000, 120_000, 600_000, 3_600_000])
    expect(await failJob(home.store, await claimed(now), { message: 'gave up', now })).toBe('failed')
    expect(await stored(id)).toMatchObject({
      status: 'failed',
      attempts: 5,
      message: 'gave up',
      finishedAt: now,
    })
    expect(await claim(at(1e9))).toBeNull()
  })

  test('can be queued again with all its attempts once it has failed, and not before', async () => {
    const id = await enqueue()
    const retry = () => home.store.tx((tx) => retryJob(tx, { id, now: moment }))
    expect(await retry()).toBe(false)
    const job = await claimed()
    await failJob(home.store, { ...job, attempts: 5 }, { message: 'x', now: moment })
    expect(await retry()).toBe(true)
    expect(await claimed()).toMatchObject({ id, attempts: 1 })
  })
})

test('a postponed job waits as it did before its claim, which does not count as an attempt', async () => {
  const id = await enqueue()
  const old = await claimed()
  expect(await releaseJob(home.store, old, { now: at(1) })).toBe(true)
  expect(await stored(id)).toMatchObject({ status: 'queued', attempts: 0, runAt: moment, leaseHolder: null })
  const taken = await claimed()
  expect(taken).toMatchObject({ id, attempts: 1, fence: 2 })
  expect(await releaseJob(home.store, old, { now: at(1) })).toBe(false)
  expect(await stored(id)).toMatchObject({ status: 'running' })
})

test('a kind of job may define its own delays', async () => {
  const id = await enqueue()
  const delaysMs = [...jobDelaysMs, 2 * day]
  const job = { ...(await claimed()), attempts: 5 }
  expect(await failJob(home.store, job, { message: 'x', now: moment, delaysMs })).toBe('retrying')
  expect(await stored(id)).toMatchObject({ status: 'queued', runAt: after(moment, 2 * day) })
  const kinds = { holder: 'a', kinds: ['work'], longestDelayMs: 2 * day }
  expect(await claimJob(home.store, { ...kinds, now: moment })).toBeNull()
  expect(await claimJob(home.store, { ...kinds, now: after(moment, 2 * day) })).toMatchObject({ id })
})

describe('a claim', () => {
  test('is taken over when its lease has expired, and its old holder can write nothing', async () => {
    await enqueue()
    const old = await claimed(moment, 'old')
    expect(await claim(at(jobLeaseMs - 1), 'new')).toBeNull()
    const now = at(jobLeaseMs)
    const taken = await claimed(now, 'new')
    expect(taken).toMatchObject({ id: old.id, leaseHolder: 'new', attempts: 1, fence: old.fence + 1 })
    expect(await heartbeat(home.store, old, { now })).toBe(false)
    expect(await completeJob(home.store, old, { now })).toBe(false)
    expect(await failJob(home.store, old, { message: 'x', now })).toBe('lost')
    expect(await completeJob(home.store, taken, { now })).toBe(true)
  })

  test('is renewed by a heartbeat, which records the step', async () => {
    await enqueue()
    const job = await claimed()
    expect(await heartbeat(home.store, job, { now: at(jobLeaseMs - 1), step: 'folder' })).toBe(true)
    expect(await claim(at(jobLeaseMs), 'b')).toBeNull()
    expect(await stored(job.id)).toMatchObject({ step: 'folder' })
  })

  test('commits the writes of a finished job with its end: a lost claim writes nothing', async () => {
    await enqueue()
    const old = await claimed()
    const taken = await claimed(at(jobLeaseMs), 'b')
    const alongside = async (tx: Parameters<typeof enqueueJob>[0]) => {
      await tx.insert(tx.t.users).values(userRow('done'))
    }
    await completeJob(home.store, old, { now: at(jobLeaseMs), alongside })
    expect(await home.store.read.$count(home.store.t.users)).toBe(0)
    await completeJob(home.store, taken, { now: at(jobLeaseMs), alongside })
    expect(await home.store.read.$count(home.store.t.users)).toBe(1)
  })

  test('is free immediately after its process died when the only worker says so', async () => {
    await enqueue()
    await claimed(moment, 'dead')
    expect(await abandonClaims(home.store, at(1))).toBe(1)
    expect(await claimed(at(1), 'next')).toMatchObject({ attempts: 1, fence: 2 })
  })

  test('adds to a failure that an earlier attempt ended with its process', async () => {
    await enqueue()
    const first = await claimed(moment, 'dead')
    expect(failureOf(first, 'No.')).toBe('No.')
    const taken = await claimed(at(jobLeaseMs), 'next')
    expect(failureOf(taken, 'No.')).toBe('No. The portal ended while this ran.')
    await failJob(home.store, taken, { message: failureOf(taken, 'No.'), now: at(jobLeaseMs) })
    const again = await claimed(at(jobLeaseMs + jobDelaysMs[1]), 'next')
    expect(failureOf(again, 'No.')).toBe('No.')
  })

  test('ends as a failed job when it crashes its process each time', async () => {
    const id = await enqueue()
    let now = moment
    for (let claims = 0; claims < 25; claims += 1) {
      await claimed(now)
      now = new Date(now.getTime() + jobLeaseMs)
    }
    const reported: unknown[] = []
    const gaveUp = async (_: unknown, job: Job, message: string) => void reported.push(job.id, message)
    expect(await claimJob(home.store, { holder: 'a', now, kinds: ['work'], gaveUp })).toBeNull()
    expect(await stored(id)).toMatchObject({ status: 'failed' })
    expect(reported).toEqual([id, 'The portal ended each time while this ran.'])
  })
})

describe('the key of a job', () => {
  test('allows one job at a time, and holds up no others', async () => {
    const first = await enqueue({ key: 'service:1' })
    const second = await enqueue({ key: 'service:1' })
    const other = await enqueue({ key: 'service:2' })
    const job = await claimed()
    expect(job.id).toBe(first)
    expect((await claimed()).id).toBe(other)
    expect(await claim()).toBeNull()
    await completeJob(home.store, job, { now: moment })
    expect((await claimed()).id).toBe(second)
  })

  test('allows one job at a time even when several are claimed at the same moment', async () => {
    await Promise.all(Array.from({ length: 8 }, () => enqueue({ key: 'one' })))
    const jobs = await Promise.all(Array.from({ length: 8 }, (_, index) => claim(moment, `w${index}`)))
    expect(jobs.filter(Boolean)).toHaveLength(1)
  })
})

test('a clock that ran three days ahead and was set back delays no job', async () => {
  const ahead = after(moment, 3 * day)
  await enqueue({ now: ahead, runAt: ahead })
  const again = await enqueue({ now: ahead, runAt: after(ahead, jobDelaysMs[4]) })
  expect(await claim()).not.toBeNull()
  expect(await claim()).toMatchObject({ id: again })
  // A waiting job continues to wait, even when the next node's clock is a little behind.
  await enqueue({ runAt: after(moment, jobDelaysMs[4]) })
  expect(await claim(after(moment, -clockToleranceMs))).toBeNull()
})

test('a job whose holder died while the clock ran ahead is taken over after the clock is set back', async () => {
  await enqueue()
  const held = await claimed(after(moment, 3 * day), 'a')
  expect(await claim(moment, 'b')).toMatchObject({ id: held.id, leaseHolder: 'b' })
  expect(await claim(after(moment, -clockToleranceMs), 'c')).toBeNull()
})
