import { and, eq, inArray } from 'drizzle-orm'
import { addDiskBytes } from '#features/services/disk-usage.ts'
import { isRowOver } from '#features/services/lifecycle/ended.ts'
import type { JobContext } from '#server/context.ts'
import { pieceRows } from '../service/changes.ts'
import { withFolderLock } from '../service/folder-lock.ts'
import type { Owner } from '../service/rows.ts'
import { serviceFolder } from '../storage/folders.ts'
import { createYield } from '../storage/yield.ts'
import { onItsOwn } from './on-its-own.ts'

type Remove = (path: string) => Promise<void>

/** Those of the services whose data is kept no longer. */
async function findOver({ store, now }: JobContext, ids: readonly string[]): Promise<Owner[]> {
  const { userId, id, status, updatedAt } = store.t.userServices
  const rows = await store.read
    .select({ userId, serviceId: id, status, updatedAt })
    .from(store.t.userServices)
    .where(inArray(id, [...ids]))
  return rows.filter((row) => isRowOver(row, now()))
}

/** Rows of a service's files are gone, and their links with them. */
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
    // Looked at again with the folder held.
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

/** Of services with a folder, the files of those that ended more than 30 days ago are gone: rows, links, trash and bytes. */
export async function purgeEndedFiles(
  ctx: JobContext,
  serviceIds: readonly string[],
  remove: Remove,
): Promise<void> {
  for (let at = 0; at < serviceIds.length; at += pieceRows)
    for (const owner of await findOver(ctx, serviceIds.slice(at, at + pieceRows)))
      await onItsOwn(ctx.log, owner.serviceId, () => purge(ctx, owner, remove))
}
