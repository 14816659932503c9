import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { maxRows, olderThan, toArray, toPage } from '#db/lists/paging.ts'
import type { Tx } from '#db/types.ts'
import { assertOwnService } from '#features/services/service.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { removeAll } from '#server/system/disk.ts'
import { DomainError, only } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import type { backupOutput, listBackupsInput } from '../contract/contract.ts'
import { archivePath } from '../folders.ts'
import { auditBackup } from './audit-backup.ts'
import { type BackupRow, type JoinedBackup, presentBackup, selectBackups } from './present.ts'
import { publishBackup } from './publish-backup.ts'

/** The caller's backups, newest first, of one service or all, complete or by page. @throws NOT_FOUND of the service */
export async function listBackups(
  ctx: CustomerContext,
  { serviceId, limit = maxRows, cursor }: z.output<typeof listBackupsInput>,
): Promise<Answer<typeof backupOutput>[]> {
  await assertOwnService(ctx, serviceId)
  const { backups } = ctx.store.t
  const rows = await selectBackups(ctx.store)
    .where(
      and(
        eq(backups.userId, ctx.user.id),
        serviceId ? eq(backups.serviceId, serviceId) : undefined,
        olderThan({ at: backups.createdAt, id: backups.id }, cursor),
      ),
    )
    .orderBy(desc(backups.createdAt), desc(backups.id))
    .limit(limit + 1)
  const key = ({ backup }: JoinedBackup) => ({ at: backup.createdAt, id: backup.id })
  return toArray(toPage(rows, { limit, key, present: presentBackup }), ctx.reply.headers)
}

/** One of the caller's backups, locked in `tx`. @throws NOT_FOUND when it is missing or another user's */
export async function lockBackup(tx: Tx, ctx: CustomerContext, id: string): Promise<BackupRow> {
  const { backups } = tx.t
  const own = and(eq(backups.userId, ctx.user.id), eq(backups.id, id))
  return only(await ctx.store.lock(tx.select().from(backups).where(own)), 'This backup')
}

/**
 * Deletes the caller's backup with its archive; a backup in progress is cancelled.
 * @throws NOT_FOUND, BUSY while its service is being restored
 */
export async function deleteBackup(
  ctx: CustomerContext,
  { id }: { id: string },
): Promise<Answered<{ ok: true }>> {
  const answer = await mutate(ctx, async (tx) => {
    const { backups, userServices } = tx.t
    const backup = await lockBackup(tx, ctx, id)
    const [service] = await tx
      .select({ busy: userServices.busy })
      .from(userServices)
      .where(and(eq(userServices.userId, backup.userId), eq(userServices.id, backup.serviceId)))
    if (service?.busy)
      throw new DomainError('BUSY', 'This service is being restored. Try again when it is done.')
    await tx.delete(backups).where(and(eq(backups.userId, backup.userId), eq(backups.id, id)))
    await auditBackup(tx, ctx, { action: 'backup.delete', backup })
    publishBackup(tx, ctx, { ...backup, status: 'deleted' })
    return { ok: true as const }
  })
  // Deletes the row first: the sweep removes an archive without a row, but a completed row must have its archive.
  await removeAll(archivePath(ctx.env.DATA_DIR, id))
  return answer
}
