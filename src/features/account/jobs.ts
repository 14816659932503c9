import type { JobHandler } from '#server/jobs/job-handler.ts'
import type { ScheduledTask } from '#server/jobs/jobs.ts'
import { hour, minute } from '#shared/time.ts'
import { followDeletions } from './deletion/follow.ts'
import { runDeletion } from './deletion/run.ts'
import { endExport, exportTarget, runExport } from './export/run.ts'
import { sweepExports } from './export/sweep.ts'
import { deletionKind, exportKind } from './kinds.ts'

/** Runs a pending export. */
export const exporting: JobHandler = {
  kind: exportKind,
  failureText: 'The archive could not be written.',
  run: runExport,
  async failed(tx, ctx, { job, message, outcome }) {
    if (outcome !== 'failed') return
    const { exportId } = exportTarget.parse(job.payload)
    await endExport(tx, ctx, exportId, { status: 'failed', reason: message })
  },
}

/** Removes expired archives, and what crashes left. */
export const sweepingExports: ScheduledTask = { name: 'account-exports', everyMs: hour, run: sweepExports }

/** Deletes an account after its grace period. */
export const deleting: JobHandler = { kind: deletionKind, run: runDeletion }

/** Sends reminders, and starts due deletions. */
export const followingDeletions: ScheduledTask = {
  name: 'account-deletions',
  everyMs: minute,
  run: followDeletions,
}
