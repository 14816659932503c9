import { and, asc, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import { hour, minute, second } from '#shared/time.ts'
import { isDue } from './clock.ts'
import { Duplicate } from './errors.ts'
import type { Schema } from './schema.ts'
import type { Store, Tx } from './types.ts'

export type Job = Schema['jobs']['$inferSelect']

/** The wait before each attempt of a job whose kind has no others; after the last one's failure it has failed (docs/product.md, "Long work"). */
export const jobDelaysMs = [0, 30 * second, 2 * minute, 10 * minute, hour] as const

/** How long a claim holds without a heartbeat: work that keeps its process from giving one must be shorter. */
export const jobLeaseMs = 10 * second

// Every claim raises the fence. A job that was claimed this often took its process down with it each time.
const maxClaims = 25

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

export type NewJob = {
  /** The id of the row that it is about, when that is to be the job's own. */
  id?: string | undefined
  kind: string
  payload: Record<string, unknown>
  /** At most one job of a key runs at a time. */
  key?: string | undefined
  userId?: string | undefined
  relatedId?: string | undefined
  /** At most the longest delay of its kind ahead: a later one is taken for that of a clock which ran ahead, and due. */
  runAt?: Date | undefined
  now: Date
}

/** Stores a job within the transaction of the change it belongs to; returns its id. */
export async function enqueueJob(tx: Tx, { now, runAt, ...job }: NewJob): Promise<string> {
  const id = job.id ?? Bun.randomUUIDv7()
  await tx.insert(tx.t.jobs).values({ ...job, id, runAt: runAt ?? now, createdAt: now, updatedAt: now })
  return id
}

export type Claim = {
  holder: string
  now: Date
  kinds: readonly string[]
  /** The longest delay of these kinds. */
  longestDelayMs?: number
  /** Tells the rows concerned that a job was given up, in the transaction that says so of the job. */
  gaveUp?: (tx: Tx, job: Job, message: string) => Promise<void>
}

/**
 * Takes the next due job of `kinds`, or one whose holder let its lease run out; null when there is none.
 * A claim counts as an attempt, a take-over does not.
 */
export async function claimJob(store: Store, claim: Claim): Promise<Job | null> {
  try {
    return await store.tx(
      async (tx) => (await takeOver(store, tx, claim)) ?? (await takeNext(store, tx, claim)),
    )
  } catch (error) {
    // Two claimed different jobs of one key at the same moment: the rule in the index decides.
    if (error instanceof Duplicate && error.index === 'jobs_running_key') return null
    throw error
  }
}

async function takeOver(store: Store, tx: Tx, { holder, now, kinds, gaveUp }: Claim): Promise<Job | null> {
  const { jobs } = tx.t
  const abandoned = tx
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.status, 'running'),
        isDue(jobs.leaseUntil, { now, longestMs: jobLeaseMs }),
        inArray(jobs.kind, [...kinds]),
      ),
    )
    .orderBy(asc(jobs.leaseUntil), asc(jobs.id))
    .limit(1)
  const [job] = await store.lock(abandoned, { skipLocked: true })
  if (!job) return null
  if (job.fence >= maxClaims) {
    const message = 'The worker stopped each time it ran this job.'
    await tx
      .update(jobs)
      .set({
        status: 'failed',
        message,
        finishedAt: now,
        updatedAt: now,
        leaseHolder: null,
        leaseUntil: null,
      })
      .where(eq(jobs.id, job.id))
    await gaveUp?.(tx, job, message)
    return null
  }
  return hold(tx, job, { holder, now, attempts: job.attempts })
}

async function takeNext(store: Store, tx: Tx, claim: Claim): Promise<Job | null> {
  const { holder, now, kinds, longestDelayMs = Math.max(...jobDelaysMs) } = claim
  const { jobs } = tx.t
  const busyKeys = tx
    .select({ key: sql<string>`${jobs.key}` })
    .from(jobs)
    .where(and(eq(jobs.status, 'running'), sql`${jobs.key} is not null`))
  const due = tx
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.status, 'queued'),
        isDue(jobs.runAt, { now, longestMs: longestDelayMs }),
        inArray(jobs.kind, [...kinds]),
        or(isNull(jobs.key), notInArray(jobs.key, busyKeys)),
      ),
    )
    .orderBy(asc(jobs.runAt), asc(jobs.id))
    .limit(1)
  const [job] = await store.lock(due, { skipLocked: true })
  return job ? hold(tx, job, { holder, now, attempts: job.attempts + 1 }) : null
}

async function hold(
  tx: Tx,
  job: Job,
  { holder, now, attempts }: { holder: string; now: Date; attempts: number },
): Promise<Job | null> {
  const { jobs } = tx.t
  const [held] = await tx
    .update(jobs)
    .set({
      status: 'running',
      attempts,
      leaseHolder: holder,
      leaseUntil: later(now, jobLeaseMs),
      fence: job.fence + 1,
      updatedAt: now,
    })
    .where(and(eq(jobs.id, job.id), eq(jobs.fence, job.fence)))
    .returning()
  return held ?? null
}

/** What a holder knows of its claim. */
export type Held = Pick<Job, 'id' | 'fence'>

/** The claim still stands: nobody took the job over. For the `where` of a holder's own writes. */
export const stillHeld = ({ jobs }: Schema, { id, fence }: Held) =>
  and(eq(jobs.id, id), eq(jobs.fence, fence), eq(jobs.status, 'running'))

/** Keeps the claim for another lease and notes the step; false when the job was taken over: stop then. */
export async function heartbeat(
  store: Store,
  job: Held,
  { now, step }: { now: Date; step?: string },
): Promise<boolean> {
  const rows = await store.tx((tx) =>
    tx
      .update(tx.t.jobs)
      .set({ leaseUntil: later(now, jobLeaseMs), updatedAt: now, ...(step === undefined ? {} : { step }) })
      .where(stillHeld(tx.t, job))
      .returning({ id: tx.t.jobs.id }),
  )
  return rows.length === 1
}

/** Marks the job done; false when it was taken over meanwhile. With `alongside`, its last writes are part of the same transaction. */
export async function completeJob(
  store: Store,
  job: Held,
  { now, alongside }: { now: Date; alongside?: (tx: Tx) => Promise<void> },
): Promise<boolean> {
  return store.tx(async (tx) => {
    const rows = await tx
      .update(tx.t.jobs)
      .set({
        status: 'done',
        message: null,
        leaseHolder: null,
        leaseUntil: null,
        finishedAt: now,
        updatedAt: now,
      })
      .where(stillHeld(tx.t, job))
      .returning({ id: tx.t.jobs.id })
    if (rows.length === 0) return false
    await alongside?.(tx)
    return true
  })
}

/** Puts the job back for its next attempt, or ends it after the last; `lost` when it was taken over meanwhile. */
export async function failJob(
  store: Store,
  job: Held & Pick<Job, 'attempts'>,
  {
    message,
    now,
    delaysMs = jobDelaysMs,
    alongside,
  }: {
    message: string
    now: Date
    delaysMs?: readonly number[]
    alongside?: (tx: Tx, outcome: 'retrying' | 'failed') => Promise<void>
  },
): Promise<'retrying' | 'failed' | 'lost'> {
  const delay = delaysMs[job.attempts]
  const outcome = delay === undefined ? 'failed' : 'retrying'
  return store.tx(async (tx) => {
    const rows = await tx
      .update(tx.t.jobs)
      .set({
        ...(delay === undefined
          ? { status: 'failed', finishedAt: now }
          : { status: 'queued', runAt: later(now, delay) }),
        message,
        leaseHolder: null,
        leaseUntil: null,
        updatedAt: now,
      })
      .where(stillHeld(tx.t, job))
      .returning({ id: tx.t.jobs.id })
    if (rows.length === 0) return 'lost'
    await alongside?.(tx, outcome)
    return outcome
  })
}

/** Puts the job back as it was before its claim, which counts as no attempt; false when it was taken over meanwhile. */
export async function releaseJob(
  store: Store,
  job: Held & Pick<Job, 'attempts'>,
  { now }: { now: Date },
): Promise<boolean> {
  const rows = await store.tx((tx) =>
    tx
      .update(tx.t.jobs)
      .set({
        status: 'queued',
        attempts: job.attempts - 1,
        leaseHolder: null,
        leaseUntil: null,
        updatedAt: now,
      })
      .where(stillHeld(tx.t, job))
      .returning({ id: tx.t.jobs.id }),
  )
  return rows.length === 1
}

/** Nothing is left of a job that has ended. */
export async function forgetJob(tx: Tx, { id }: Pick<Job, 'id'>): Promise<void> {
  await tx.delete(tx.t.jobs).where(eq(tx.t.jobs.id, id))
}

/** Queues a failed job again with all its attempts; false when it has not failed. */
export async function retryJob(tx: Tx, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const { jobs } = tx.t
  const rows = await tx
    .update(jobs)
    .set({
      status: 'queued',
      attempts: 0,
      fence: 0,
      runAt: now,
      finishedAt: null,
      message: null,
      updatedAt: now,
    })
    .where(and(eq(jobs.id, id), eq(jobs.status, 'failed')))
    .returning({ id: jobs.id })
  return rows.length === 1
}

/**
 * Ends every lease at once, so that claims of a process that died are taken over without waiting.
 * Only for the one who knows that no other worker lives: the holder of the data folder's lock.
 */
export async function abandonClaims(store: Store, now: Date): Promise<number> {
  const rows = await store.tx((tx) =>
    tx
      .update(tx.t.jobs)
      .set({ leaseUntil: now })
      .where(eq(tx.t.jobs.status, 'running'))
      .returning({ id: tx.t.jobs.id }),
  )
  return rows.length
}
