import { and, eq, inArray } from 'drizzle-orm'
import { addDiskBytes } from '#features/services/disk-usage.ts'
import { isRowOver } from '#features/services/lifecycle/ended.ts'
import type { JobContext } from '#server/context.ts'
import { pieceRows } from '../service/changes.ts'
import { withFolderLock } from '../service/folder-lock.ts'
import type { Owner } from '../service/rows.ts'
import { serviceFolder } from '../storage/folders.ts'
import { createYield } from '../storage/yield.ts'
import { isolateFailure } from './isolate-failure.ts'

type Remove = (path: string) => Promise<void>

/** The services whose retention period is over. */
async function findOver({ store, now }: JobContext, ids: readonly string[]): Promise<Owner[]> {
  const { userId, id, status, updatedAt } = store.t.userServices
  const rows = await store.read
    .select({ userId, serviceId: id, status, updatedAt })
    .from(store.t.userServices)
    .where(inArray(id, [...ids]))
  return rows.filter((row) => isRowOver(row, now()))
}

/** Deletes the rows of a service's files and their links. */
async function purgeFiles({ store }: JobContext, owner: Owner): Promise<void> {
  const { files } = store.t
  const pause = createYield()
  for (let count = pieceRows; count === pieceRows; await pause()) {
    count = await store.tx(async (tx) => {
      const rows = await tx
        .select({ id: files.id, size: files.fileSize })
        .from(files)
        .where(and(eq(files.userId, owner.userId), eq(files.serviceId, owner.serviceId)))
        .limit(pieceRows)
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0)
        await tx.delete(files).where(and(eq(files.userId, owner.userId), inArray(files.id, ids)))
      await addDiskBytes(tx, owner, -rows.reduce((sum, { size }) => sum + size, 0))
      return rows.length
    })
  }
}

async function purge(ctx: JobContext, owner: Owner, remove: Remove): Promise<void> {
  await withFolderLock(ctx, owner.serviceId, async (lock) => {
    // Checked again under the lock of the folder.
    if ((await findOver(ctx, [owner.serviceId])).length === 0) return
    await purgeFiles(ctx, owner)
    await ctx.store.tx(async (tx) => {
      for (const table of [tx.t.fileTotals, tx.t.fileIntents])
        await tx
          .delete(table)
          .where(and(eq(table.userId, owner.userId), eq(table.serviceId, owner.serviceId)))
    })
    lock.assertCurrent()
    await remove(serviceFolder(ctx.env.DATA_DIR, owner.serviceId))
  })
}

/** Deletes the files of services with a folder that ended more than 30 days ago: rows, links, trash and bytes. */
export async function purgeEndedFiles(
  ctx: JobContext,
  serviceIds: readonly string[],
  remove: Remove,
): Promise<void> {
  for (let at = 0; at < serviceIds.length; at += pieceRows)
    for (const owner of await findOver(ctx, serviceIds.slice(at, at + pieceRows)))
      await isolateFailure(ctx.log, owner.serviceId, () => purge(ctx, owner, remove))
}
