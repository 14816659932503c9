import { and, eq } from 'drizzle-orm'
import type { CustomerContext } from '#server/context.ts'
import { statOrNull } from '#server/system/disk.ts'
import { DomainError, only } from '#shared/errors.ts'
import { minute } from '#shared/time.ts'
import { hashFile } from '../archive/read.ts'
import { Missing } from '../archive/refused.ts'
import { archivePath } from '../folders.ts'
import { auditBackup } from './audit-backup.ts'
import type { BackupRow } from './present.ts'
import { publishBackup } from './publish-backup.ts'

export const damagedText = 'This backup is damaged and cannot be used.'

/** How long a verified archive is served without being read again. */
const trustMs = minute
const foundWhole = new Map<string, number>()

/** A HEAD before the download must not cause a second read of the archive. */
async function isWholeStill(path: string, backup: BackupRow, isHead: boolean): Promise<boolean> {
  const now = performance.now()
  for (const [key, at] of foundWhole) if (now - at > trustMs) foundWhole.delete(key)
  const found = await statOrNull(path)
  const key = `${backup.id} ${found?.size} ${found?.mtimeMs}`
  if (!isHead && foundWhole.delete(key)) return true
  const isIt = await isWhole(path, backup)
  if (isIt && isHead) foundWhole.set(key, now)
  return isIt
}

/**
 * The archive of the caller's backup, verified now or by a HEAD a moment ago.
 * @throws NOT_FOUND, WRONG_STATE unless completed, or when it is damaged: the row becomes `failed` then; UNAVAILABLE when it is
 * missing, which changes nothing
 */
export async function openDownload(
  ctx: CustomerContext,
  { id, isHead }: { id: string; isHead: boolean },
): Promise<{ path: string; sizeBytes: number }> {
  const { backups } = ctx.store.t
  const own = and(eq(backups.userId, ctx.user.id), eq(backups.id, id))
  const backup = only(await ctx.store.read.select().from(backups).where(own), 'This backup')
  if (backup.status !== 'completed')
    throw new DomainError('WRONG_STATE', 'Only a completed backup can be downloaded.')
  const path = archivePath(ctx.env.DATA_DIR, backup.id)
  if (await isWholeStill(path, backup, isHead)) return { path, sizeBytes: backup.fileSize }
  await markDamaged(ctx, backup)
  throw new DomainError('WRONG_STATE', damagedText)
}

async function isWhole(path: string, backup: BackupRow): Promise<boolean> {
  try {
    return (await hashFile(path)) === backup.sha256
  } catch (error) {
    if (error instanceof Missing)
      throw new DomainError('UNAVAILABLE', `${error.message} Please try again later.`, {
        retryAfterSeconds: 30,
      })
    throw error
  }
}

async function markDamaged(ctx: CustomerContext, backup: BackupRow): Promise<void> {
  const { backups } = ctx.store.t
  await ctx.store.tx(async (tx) => {
    const changed = await tx
      .update(backups)
      .set({ status: 'failed', reason: damagedText, verifiedAt: null, finishedAt: ctx.now() })
      .where(
        and(eq(backups.userId, backup.userId), eq(backups.id, backup.id), eq(backups.status, 'completed')),
      )
      .returning({ id: backups.id })
    if (changed.length === 0) return
    await auditBackup(tx, ctx, { action: 'backup.damaged', backup })
    publishBackup(tx, ctx, { ...backup, status: 'failed' })
  })
}
