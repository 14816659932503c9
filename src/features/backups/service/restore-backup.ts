import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { enqueueJob } from '#db/jobs.ts'
import { assertRoom } from '#features/files/storage/room.ts'
import { lockForRestore } from '#features/services/restore-lock.ts'
import { lockActiveService } from '#features/services/service.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import type { restoreOutput } from '../contract/contract.ts'
import { restoreKind, serviceKey } from '../kinds.ts'
import { auditBackup } from './audit-backup.ts'
import { oneAtATime } from './create-backup.ts'
import { lockBackup } from './own-backups.ts'
import { publishBackup } from './publish-backup.ts'
import { insertPending } from './queue-backup.ts'

/**
 * Approximate bytes that a restore writes: the restored contents, the safety copy, and databases beside the live ones. Zero for a
 * backup that is not the caller's.
 */
async function roughBytes(ctx: CustomerContext, id: string): Promise<number> {
  const { backups, userServices } = ctx.store.t
  const [sizes] = await ctx.store.read
    .select({
      serviceId: backups.serviceId,
      type: backups.backupType,
      archive: backups.fileSize,
      live: userServices.diskBytes,
    })
    .from(backups)
    .innerJoin(
      userServices,
      and(eq(userServices.userId, backups.userId), eq(userServices.id, backups.serviceId)),
    )
    .where(and(eq(backups.userId, ctx.user.id), eq(backups.id, id)))
  if (!sizes) return 0
  const { serviceId, type, archive, live } = sizes
  if (type === 'files') return archive + live
  const databases = await ctx.serviceDatabases.list(ctx, { userId: ctx.user.id, serviceId })
  return archive + live + ctx.serviceDatabases.diskBytes(ctx, databases)
}

/**
 * Queues the restore of the caller's backup, after a safety backup; its service stays busy until the end.
 * @throws NOT_FOUND, WRONG_STATE unless the backup is completed, BUSY, CONFLICT while a backup is being made, DISK_FULL
 */
export async function restoreBackup(
  ctx: CustomerContext,
  input: { id: string },
): Promise<Answered<z.input<typeof restoreOutput>>> {
  const now = ctx.now()
  await assertRoom(ctx.env.DATA_DIR, await roughBytes(ctx, input.id))
  return oneAtATime(
    mutate(ctx, async (tx) => {
      const backup = await lockBackup(tx, ctx, input.id)
      if (backup.status !== 'completed')
        throw new DomainError('WRONG_STATE', 'Only a completed backup can be restored.')
      const service = await lockActiveService(tx, ctx, backup.serviceId)
      const { userId, serviceId } = backup
      const safety = await insertPending(tx, {
        userId,
        serviceId,
        // Same type: it saves what the restore replaces.
        backupType: backup.backupType,
        origin: 'safety',
        now,
      })
      await lockForRestore(tx, { userId, id: service.id, now })
      const { backups } = tx.t
      await tx
        .update(backups)
        .set({ reason: null })
        .where(and(eq(backups.userId, userId), eq(backups.id, backup.id)))
      const payload = { userId, serviceId, backupId: backup.id, safetyBackupId: safety.id }
      const key = serviceKey(serviceId)
      const jobId = await enqueueJob(tx, {
        kind: restoreKind,
        payload,
        key,
        userId,
        relatedId: backup.id,
        now,
      })
      await auditBackup(tx, ctx, { action: 'backup.restore', backup, note: `safety copy ${safety.id}` })
      publishBackup(tx, ctx, safety)
      return { id: backup.id, jobId, safetyBackupId: safety.id }
    }),
  )
}
