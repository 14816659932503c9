import { and, eq } from 'drizzle-orm'
import type { JobHandler } from '#server/jobs/job-handler.ts'
import { createKind, restoreKind, testKind } from './kinds.ts'
import { runCreation } from './runs/create.ts'
import { runRestore } from './runs/restore.ts'
import { assertClaim, ownBackup, target } from './runs/rows.ts'
import { runTest } from './runs/test-restore.ts'
import { notifyFailed } from './service/notify-failed.ts'

/** Carries out a pending backup. */
export const creation: JobHandler = {
  kind: createKind,
  failureText: 'The backup could not be created.',
  run: runCreation,
  async failed(tx, ctx, { job, message, outcome }) {
    if (outcome !== 'failed') return
    const { userId, backupId } = target.parse(job.payload)
    const [backup] = await tx
      .update(tx.t.backups)
      .set({ status: 'failed', reason: message, finishedAt: ctx.now() })
      .where(and(ownBackup(tx.t, { userId, id: backupId }), eq(tx.t.backups.status, 'pending')))
      .returning()
    if (backup) await notifyFailed(tx, ctx, backup)
  },
}

/** Restores a backup. The repair task unlocks a service whose restore died. */
export const restoring: JobHandler = {
  kind: restoreKind,
  run: (ctx, job) => runRestore(ctx, job, (step) => assertClaim(ctx, job, step)),
}

/** Tests that a backup can be restored. */
export const testing: JobHandler = { kind: testKind, run: runTest }
