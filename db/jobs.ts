import {
  and,
  asc,
  type Column,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { hour, minute, second } from '#shared/time.ts'
import { isDue, latestPlausible } from './clock.ts'
import { Duplicate } from './errors.ts'
import type { Schema } from './schema/schema.ts'
import type { Store, Tx } from './types.ts'

export type Job = Schema['jobs']['$inferSelect']

/**
 * The delay before each attempt of a job whose kind defines no others; after the last failure the job has failed
 * (docs/product/live-and-limits.md, "Long work").
 */
export const jobDelaysMs = [0, 30 * second, 2 * minute, 10 * minute, hour] as const

/** The duration of a claim without a heartbeat: work that blocks its process must be shorter. */
export const jobLeaseMs = 10 * second

// Every claim raises the fence. A job that was claimed this often crashed its process each time.
const maxClaims = 25

/** The error of an attempt whose process ended, and of a job where this happened at every attempt. */
const endedMeanwhile = 'The portal ended while this ran.'
const endedEachTime = 'The portal ended each time while this ran.'

/** The error of a failed attempt, which also says if an earlier attempt ended with its process. */
export const failureOf = ({ message }: Pick<Job, 'message'>, text: string): string =>
  message === endedMeanwhile ? `${text} ${endedMeanwhile}` : text

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

export type NewJob = {
  /** The id of the row that the job is about, if the job should share it. */
  id?: string | undefined
  kind: string
  payload: Record<string, unknown>
  /** At most one job with this key runs at a time. */
  key?: string | undefined
  userId?: string | undefined
  relatedId?: string | undefined
  /** At most the longest delay of its kind ahead: a later instant comes from a clock that ran ahead, and counts as due. */
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
  /** Updates the rows concerned when a job is given up, in the same transaction. */
  gaveUp?: (tx: Tx, job: Job, message: string) => Promise<void>
}

const instant = (column: Column, name: string) => sql.param(sql.placeholder(name), column)

type Waiting = { kinds: readonly string[]; longestDelayMs: number }

/**
 * Whether there may be a job of `kinds` to claim, by one prepared read: a claim is a transaction, and an idle worker checks
 * five times a second. True is no promise; the check never overlooks a due job.
 */
export function watchDue(store: Store, { kinds, longestDelayMs }: Waiting): (now: Date) => Promise<boolean> {
  const { jobs } = store.t
  const select = (status: Job['status'], when: SQL) =>
    store.read
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.status, status), inArray(jobs.kind, [...kinds]), when))
  // Each is an index range: with "or" between them SQLite reads every waiting job.
  const any = select('queued', lte(jobs.runAt, instant(jobs.runAt, 'now')))
    .unionAll(select('queued', gt(jobs.runAt, instant(jobs.runAt, 'latestRun'))))
    .unionAll(select('running', lte(jobs.leaseUntil, instant(jobs.leaseUntil, 'now'))))
    .unionAll(select('running', gt(jobs.leaseUntil, instant(jobs.leaseUntil, 'latestLease'))))
    .limit(1)
    .prepare('due_jobs')
  return async (now) => {
    const latestRun = latestPlausible(now, longestDelayMs)
    const latestLease = latestPlausible(now, jobLeaseMs)
    return (await any.execute({ now, latestRun, latestLease })).length > 0
  }
}

/**
 * Claims the next due job of `kinds`, or one whose holder let its lease expire; null when there is none. A claim counts as
 * an attempt, a takeover does not.
 */
export async function claimJob(store: Store, claim: Claim): Promise<Job | null> {
  try {
    return await store.tx(
      async (tx) => (await takeOver(tx, store, claim)) ?? (await takeNext(tx, store, claim)),
    )
  } catch (error) {
    // Two claims took different jobs with one key at the same moment; the unique index decides.
    if (error instanceof Duplicate && error.index === 'jobs_running_key') return null
    throw error
  }
}

async function takeOver(tx: Tx, store: Store, { holder, now, kinds, gaveUp }: Claim): Promise<Job | null> {
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
    const message = endedEachTime
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
  return markClaimed(tx, job, { holder, now, attempts: job.attempts, message: endedMeanwhile })
}

async function takeNext(tx: Tx, store: Store, claim: Claim): Promise<Job | null> {
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
  return job ? markClaimed(tx, job, { holder, now, attempts: job.attempts + 1 }) : null
}

async function markClaimed(
  tx: Tx,
  job: Job,
  { holder, now, ...changed }: { holder: string; now: Date; attempts: number; message?: string },
): Promise<Job | null> {
  const { jobs } = tx.t
  const [claimed] = await tx
    .update(jobs)
    .set({
      ...changed,
      status: 'running',
      leaseHolder: holder,
      leaseUntil: later(now, jobLeaseMs),
      fence: job.fence + 1,
      updatedAt: now,
    })
    .where(and(eq(jobs.id, job.id), eq(jobs.fence, job.fence)))
    .returning()
  return claimed ?? null
}

/** The holder's view of a claim. */
export type Claimed = Pick<Job, 'id' | 'fence'>

/** The claim is still valid: nobody has taken over the job. For the `where` of the holder's own writes. */
export const stillClaimed = ({ jobs }: Schema, { id, fence }: Claimed) =>
  and(eq(jobs.id, id), eq(jobs.fence, fence), eq(jobs.status, 'running'))

/** Extends the claim for another lease and records the step; false when the job was taken over, and the holder must stop. */
export async function heartbeat(
  store: Store,
  job: Claimed,
  { now, step }: { now: Date; step?: string },
): Promise<boolean> {
  const rows = await store.tx((tx) =>
    tx
      .update(tx.t.jobs)
      .set({ leaseUntil: later(now, jobLeaseMs), updatedAt: now, ...(step === undefined ? {} : { step }) })
      .where(stillClaimed(tx.t, job))
      .returning({ id: tx.t.jobs.id }),
  )
  return rows.length === 1
}

/** Marks the job as done; false when it was taken over meanwhile. `alongside` writes in the same transaction. */
export async function completeJob(
  store: Store,
  job: Claimed,
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
      .where(stillClaimed(tx.t, job))
      .returning({ id: tx.t.jobs.id })
    if (rows.length === 0) return false
    await alongside?.(tx)
    return true
  })
}

/** Requeues the job for its next attempt, or marks it as failed after the last; `lost` when it was taken over meanwhile. */
export async function failJob(
  store: Store,
  job: Claimed & Pick<Job, 'attempts'>,
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
      .where(stillClaimed(tx.t, job))
      .returning({ id: tx.t.jobs.id })
    if (rows.length === 0) return 'lost'
    await alongside?.(tx, outcome)
    return outcome
  })
}

/**
 * Requeues the job unchanged, without counting the attempt, due at `runAt` if given; false when it was taken over
 * meanwhile.
 */
export async function releaseJob(
  store: Store,
  job: Claimed & Pick<Job, 'attempts'>,
  { now, runAt }: { now: Date; runAt?: Date },
): Promise<boolean> {
  const rows = await store.tx((tx) =>
    tx
      .update(tx.t.jobs)
      .set({
        status: 'queued',
        ...(runAt ? { runAt } : {}),
        attempts: job.attempts - 1,
        leaseHolder: null,
        leaseUntil: null,
        updatedAt: now,
      })
      .where(stillClaimed(tx.t, job))
      .returning({ id: tx.t.jobs.id }),
  )
  return rows.length === 1
}

/** Removes jobs of a kind about one subject that wait for their first attempt; returns their ids. */
export async function withdrawJobs(
  tx: Tx,
  { kind, relatedId }: Pick<NewJob, 'kind'> & { relatedId: string },
): Promise<string[]> {
  const { jobs } = tx.t
  const gone = await tx
    .delete(jobs)
    .where(
      and(
        eq(jobs.relatedId, relatedId),
        eq(jobs.kind, kind),
        eq(jobs.status, 'queued'),
        eq(jobs.attempts, 0),
      ),
    )
    .returning({ id: jobs.id })
  return gone.map(({ id }) => id)
}

/** Removes a job that has ended. */
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
 * Ends every lease immediately, so that jobs of a dead process are taken over without waiting. Only for a caller that knows
 * that no other worker is alive: the holder of the data folder's lock.
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
