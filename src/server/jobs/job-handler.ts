import type { Job } from '#db/jobs.ts'
import type { Tx } from '#db/types.ts'
import { second } from '#shared/time.ts'
import type { JobContext } from '../context.ts'

/** Durable work of a feature. `run` checks for each step whether it is already done: a job may be taken over at any point. */
export type JobHandler = {
  kind: string
  /** The wait before each attempt, including the first; `jobDelaysMs` by default. */
  delaysMs?: readonly number[]
  /** The message about a failed attempt, maybe by what was thrown. */
  failureText?: string | ((error: unknown) => string)
  /** The feature's own rows record the outcome: an ended job is removed, and the administrator's list omits it. */
  hasOwnRecord?: true
  /** Whether this node can carry it out now; every node can by default. */
  isHere?(ctx: JobContext): boolean
  /**
   * @throws Interrupted when `stopping` signals that the portal is stopping and the work cannot be awaited, Postponed when it is
   *   not its turn yet
   */
  run(ctx: JobContext, job: Job, stopping: AbortSignal): Promise<void>
  /** Updates the rows concerned when the job is done, in the same transaction. */
  done?(tx: Tx, ctx: JobContext, job: Job): Promise<void>
  /** Updates the rows concerned when an attempt fails, in the same transaction. */
  failed?(
    tx: Tx,
    ctx: JobContext,
    failure: { job: Job; message: string; outcome: 'retrying' | 'failed' },
  ): Promise<void>
}

/** How long work may take when the portal stops. */
const graceMs = second

/** Ends the run of a job that has to wait for the portal's next start; it does not count as an attempt. */
export class Interrupted extends Error {}

/** Ends the run of a job that must not go on before `until`; it does not count as an attempt. */
export class Postponed extends Error {
  constructor(readonly until: Date) {
    super('postponed')
  }
}

/** What `work` answers. @throws Interrupted when the portal is ending and has given it a second more */
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
