import { StoreUnavailable } from '#db/errors.ts'
import {
  completeJob,
  failJob,
  failureOf,
  forgetJob,
  heartbeat,
  type Job,
  jobDelaysMs,
  releaseJob,
} from '#db/jobs.ts'
import type { Tx } from '#db/types.ts'
import { second } from '#shared/time.ts'
import type { JobContext } from '../context.ts'
import { warnOf } from '../log.ts'
import { Interrupted, type JobHandler, Postponed } from './job-handler.ts'

/** The interval at which a holder renews its claim. */
export const usualHeartbeatMs = 2 * second
const usualFailureText = 'This step failed.'

async function endDone(ctx: JobContext, handler: JobHandler, job: Job): Promise<void> {
  await completeJob(ctx.store, job, {
    now: ctx.now(),
    async alongside(tx) {
      await handler.done?.(tx, ctx, job)
      if (handler.hasOwnRecord) await forgetJob(tx, job)
    },
  })
}

type Failure = { message: string; outcome: 'retrying' | 'failed' }

/** Notifies the handler of a failure, and deletes an ended job that has its record in the feature's rows. */
export async function reportFailure(
  tx: Tx,
  ctx: JobContext,
  { handler, job, ...failure }: Failure & { handler: JobHandler | undefined; job: Job },
): Promise<void> {
  await handler?.failed?.(tx, ctx, { job, ...failure })
  if (handler?.hasOwnRecord && failure.outcome === 'failed') await forgetJob(tx, job)
}

type Ended = { handler: JobHandler; job: Job; error: unknown }

/** The handler's message about a failure. */
export const sentenceOf = (handler: JobHandler | undefined, error: unknown): string => {
  const { failureText = usualFailureText } = handler ?? {}
  return typeof failureText === 'string' ? failureText : failureText(error)
}

async function endFailed(ctx: JobContext, { handler, job, error }: Ended): Promise<void> {
  const { delaysMs = jobDelaysMs } = handler
  const message = failureOf(job, sentenceOf(handler, error))
  await failJob(ctx.store, job, {
    message,
    delaysMs,
    now: ctx.now(),
    alongside: (tx, outcome) => reportFailure(tx, ctx, { handler, job, message, outcome }),
  })
}

type Run = { handler: JobHandler; job: Job; stopping: AbortSignal }

/** A node that cannot tell whether another has taken its place stops: an outage is the cause, and is already logged. */
function logFailure({ log }: JobContext, { kind, id, attempts }: Job, error: unknown): void {
  const fields = { kind, job: id, attempts }
  if (error instanceof StoreUnavailable && error.reason === 'fenced') log.info('job given up', fields)
  else warnOf(log, 'job failed', error, fields)
}

/** Runs a claimed job and stores the outcome. */
export async function runJob(ctx: JobContext, { handler, job, stopping }: Run): Promise<void> {
  const beat = setInterval(() => {
    heartbeat(ctx.store, job, { now: ctx.now() }).catch((error) => warnOf(ctx.log, 'heartbeat failed', error))
  }, usualHeartbeatMs)
  try {
    await handler.run(ctx, job, stopping)
    await endDone(ctx, handler, job)
  } catch (error) {
    if (error instanceof Interrupted) await releaseJob(ctx.store, job, { now: ctx.now() })
    else if (error instanceof Postponed)
      await releaseJob(ctx.store, job, { now: ctx.now(), runAt: error.until })
    else {
      logFailure(ctx, job, error)
      await endFailed(ctx, { handler, job, error })
    }
  } finally {
    clearInterval(beat)
  }
}
