import type { Job } from '#db/jobs.ts'
import type { Tx } from '#db/types.ts'
import type { JobContext } from './context.ts'

/** Durable work of a feature. `run` asks of each step whether it is done already: a job may be taken over anywhere. */
export type JobHandler = {
  kind: string
  /** The wait before each attempt, the first one included; `jobDelaysMs` unless said. */
  delaysMs?: readonly number[]
  /** What is said of an attempt that failed. */
  failureText?: string
  /** The feature's own rows say how it went: a job that has ended is removed, and the administrator's list leaves it out. */
  hasOwnRecord?: true
  /** Whether this node can carry it out now; every node, when it is left out. */
  isHere?(ctx: JobContext): boolean
  /** @throws Interrupted when `stopping` says that the portal is ending and the work cannot be waited for */
  run(ctx: JobContext, job: Job, stopping: AbortSignal): Promise<void>
  /** Tells the rows concerned that it is done, in the transaction that says so of the job. */
  done?(ctx: JobContext, tx: Tx, job: Job): Promise<void>
  /** Tells the rows concerned that an attempt failed, in the transaction that says so of the job. */
  failed?(
    ctx: JobContext,
    tx: Tx,
    failure: { job: Job; message: string; outcome: 'retrying' | 'failed' },
  ): Promise<void>
}

/** Ends the run of a job that is to wait for the portal's next start; it counts as no attempt. */
export class Interrupted extends Error {}
