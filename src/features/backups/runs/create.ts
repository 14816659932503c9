import { and, eq } from 'drizzle-orm'
import { completeJob, failureOf, type Job } from '#db/jobs.ts'
import type { JobContext } from '#server/context.ts'
import { removeAll } from '#server/system/disk.ts'
import { Abandoned, isRefusal, nameOf, sentenceOf } from '../archive/refused.ts'
import { archivePath } from '../folders.ts'
import { auditBackup } from '../service/audit-backup.ts'
import { notifyFailed } from '../service/notify-failed.ts'
import type { BackupRow } from '../service/present.ts'
import { pruneBackups } from '../service/prune.ts'
import { publishBackup } from '../service/publish-backup.ts'
import { makeArchive } from './make-archive.ts'
import { assertClaim, isStoreFault, ownBackup, readBackup, target } from './rows.ts'

/** Completes or fails a pending backup; restarts work interrupted by a crash. */
export async function runCreation(ctx: JobContext, job: Job): Promise<void> {
  const { userId, backupId } = target.parse(job.payload)
  const backup = await readBackup(ctx, { userId, id: backupId })
  if (backup?.status !== 'pending') return
  const outcome = await attempt(ctx, job, backup)
  if (outcome === null) return
  await conclude(ctx, { job, backup, outcome })
  await pruneBackups(ctx, backup)
}

type Outcome = Partial<BackupRow> & { status: 'completed' | 'failed' }

async function attempt(ctx: JobContext, job: Job, backup: BackupRow): Promise<Outcome | null> {
  try {
    return { status: 'completed', progress: 100, ...(await makeArchive(ctx, job, backup)) }
  } catch (error) {
    if (isStoreFault(error)) throw error
    // If another worker completed the backup in the meantime, the archive is that worker's.
    await assertClaim(ctx, job)
    await removeAll(archivePath(ctx.env.DATA_DIR, backup.id))
    if (error instanceof Abandoned) return null
    if (!isRefusal(error)) ctx.log.warn('backup failed', { backup: backup.id, fault: nameOf(error) })
    return { status: 'failed', reason: failureOf(job, sentenceOf(error)) }
  }
}

/** Stores the outcome in the transaction that ends the job. */
async function conclude(
  ctx: JobContext,
  { job, backup, outcome }: { job: Job; backup: BackupRow; outcome: Outcome },
): Promise<void> {
  const now = ctx.now()
  let isKept = false
  const isOurs = await completeJob(ctx.store, job, {
    now,
    alongside: async (tx) => {
      const rows = await tx
        .update(tx.t.backups)
        .set({ ...outcome, finishedAt: now })
        .where(and(ownBackup(tx.t, backup), eq(tx.t.backups.status, 'pending')))
        .returning({ id: tx.t.backups.id })
      isKept = rows.length > 0
      if (!isKept) return
      if (outcome.status === 'failed') {
        await auditBackup(tx, ctx, { action: 'backup.failed', backup, note: outcome.reason ?? null })
        await notifyFailed(tx, ctx, { ...backup, reason: outcome.reason ?? null })
      }
      publishBackup(tx, ctx, { ...backup, status: outcome.status })
    },
  })
  // Deleted at the last moment: the archive has no row any more.
  if (isOurs && !isKept) await removeAll(archivePath(ctx.env.DATA_DIR, backup.id))
}
