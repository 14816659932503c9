import { and, eq } from 'drizzle-orm'
import { completeJob, type Job } from '#db/jobs.ts'
import type { JobContext } from '#server/context.ts'
import { removeAll } from '#server/system/disk.ts'
import { DomainError } from '#shared/errors.ts'
import { hashFile } from '../archive/read.ts'
import { Damaged } from '../archive/refused.ts'
import { unpackArchive } from '../archive/unpack.ts'
import { archivePath, scratchPath } from '../folders.ts'
import { auditBackup } from '../service/audit-backup.ts'
import { damagedText } from '../service/download-backup.ts'
import type { BackupRow } from '../service/present.ts'
import { publishBackup } from '../service/publish-backup.ts'
import { ownBackup, readBackup, target } from './rows.ts'

/**
 * Tests a completed backup by a full restore into a scratch folder and scratch databases, then marks it verified, or failed with
 * the
 * reason. If an engine refuses its dumps, the backup stays completed but unverified, since its files are intact.
 * @throws DomainError UNAVAILABLE while an engine is unreachable
 */
export async function runTest(ctx: JobContext, job: Job): Promise<void> {
  const { userId, backupId } = target.parse(job.payload)
  const backup = await readBackup(ctx, { userId, id: backupId })
  if (backup?.status !== 'completed') return
  const outcome = await attempt(ctx, job, backup)
  await completeJob(ctx.store, job, {
    now: ctx.now(),
    alongside: async (tx) => {
      await tx
        .update(tx.t.backups)
        .set(outcome)
        .where(and(ownBackup(tx.t, backup), eq(tx.t.backups.status, 'completed')))
      if (outcome.status === 'failed') await auditBackup(tx, ctx, { action: 'backup.damaged', backup })
      publishBackup(tx, ctx, { ...backup, status: outcome.status })
    },
  })
}

async function attempt(ctx: JobContext, job: Job, backup: BackupRow) {
  const path = archivePath(ctx.env.DATA_DIR, backup.id)
  const scratch = scratchPath(ctx.env.DATA_DIR, job.id)
  const copies = { userId: backup.userId, serviceId: backup.serviceId, runId: job.id }
  try {
    if ((await hashFile(path)) !== backup.sha256) throw new Damaged(damagedText)
    await ctx.serviceDatabases.discard(ctx, copies)
    await ctx.serviceMail.discard(ctx, copies)
    await unpackArchive(path, scratch, {
      maxBytes: Number.POSITIVE_INFINITY,
      takeDatabase: (item, content) => ctx.serviceDatabases.stage(ctx, copies, { ...item, content }),
      takeMessage: (item, content) => ctx.serviceMail.stage(ctx, copies, item, content),
    })
    return { status: 'completed' as const, verifiedAt: ctx.now() }
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'UNAVAILABLE')
      return {
        status: 'completed' as const,
        verifiedAt: null,
        reason: `A test could not restore it: ${error.message}`,
      }
    if (!(error instanceof Damaged)) throw error
    return { status: 'failed' as const, verifiedAt: null, reason: error.message, finishedAt: ctx.now() }
  } finally {
    await removeAll(scratch)
    await ctx.serviceDatabases.discard(ctx, copies)
    await ctx.serviceMail.discard(ctx, copies)
  }
}
