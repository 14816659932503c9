import type { Job } from '#db/jobs.ts'
import type { Tx } from '#db/types.ts'
import { second } from '#shared/time.ts'
import type { JobContext } from '../context.ts'

/**
 * Durable work of a feature. `run` checks before each step whether it is already done: another node may take over at any point.
 */
export type JobHandler = {
  kind: string
  /** The delay before each attempt, including the first; `jobDelaysMs` by default. */
  delaysMs?: readonly number[]
  /** The message about a failed attempt, which may depend on the error. */
  failureText?: string | ((error: unknown) => string)
  /** The feature's own rows record the outcome: an ended job is deleted, and the administrator's list omits it. */
  hasOwnRecord?: true
  /** Whether this node can run it now; every node can by default. */
  isHere?(ctx: JobContext): boolean
  /** @throws Interrupted when `stopping` signals shutdown and the work cannot be awaited, Postponed when it is too early */
  run(ctx: JobContext, job: Job, stopping: AbortSignal): Promise<void>
  /** Updates the affected rows when the job is done, in the same transaction. */
  done?(tx: Tx, ctx: JobContext, job: Job): Promise<void>
  /** Updates the affected rows when an attempt fails, in the same transaction. */
  failed?(
    tx: Tx,
    ctx: JobContext,
    failure: { job: Job; message: string; outcome: 'retrying' | 'failed' },
  ): Promise<void>
}

/** The time limit for current work when the portal stops. */
const graceMs = second

/** Ends a run that must wait until the portal's next start; it does not count as an attempt. */
export class Interrupted extends Error {}

/** Ends a run that must not continue before `until`; it does not count as an attempt. */
export class Postponed extends Error {
  constructor(readonly until: Date) {
    super('postponed')
  }
}

/** Returns the result of `work`. @throws Interrupted one second after the portal began to stop */
export async function unlessEnding<T>(stopping: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (stopping.aborted) throw new Interrupted()
  const { promise, reject } = Promise.withResolvers<never>()
  let timer: Timer | undefined
  const begin = () => {
    timer = setTimeout(() => reject(new Interrupted()), graceMs)
  }
  stopping.addEventListener('abort', begin)
  try {
    return await Promise.race([work(), promise])
  } finally {
    stopping.removeEventListener('abort', begin)
    clearTimeout(timer)
  }
}
