import { join } from 'node:path'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { addDiskBytes } from '#features/services/disk-usage.ts'
import type { JobContext } from '#server/context.ts'
import { removeAll } from '#server/system/disk.ts'
import { pieceRows } from '../service/changes.ts'
import type { Owner } from '../service/rows.ts'
import { serviceFolder, trashPath } from '../storage/folders.ts'
import { createYield } from '../storage/yield.ts'

type Settings = Pick<JobContext, 'store' | 'env'>

/** Rows of one deletion: its own row and its contents. All of the service's trash without an id. */
export type Trashed = Owner & { id?: string | undefined }

/** Deletes rows of the trash and updates the counts; returns the ids of top-level entries. */
async function purgePiece({ store }: Settings, trashed: Trashed, ids: string[]): Promise<string[]> {
  const { files } = store.t
  const { userId, serviceId } = trashed
  return store.tx(async (tx) => {
    const own = and(eq(files.userId, userId), inArray(files.id, ids), isNotNull(files.deletedAt))
    const deleted = await tx
      .delete(files)
      .where(own)
      .returning({ id: files.id, size: files.fileSize, trashedWith: files.trashedWith })
    await addDiskBytes(tx, { userId, serviceId }, -deleted.reduce((sum, { size }) => sum + size, 0))
    return deleted.filter(({ trashedWith }) => trashedWith === null).map(({ id }) => id)
  })
}

/**
 * Deletes the rows, contents before their top-level entries: the rest of an interrupted purge is still trash. Returns the ids
 * that name their bytes. Requires the lock of the service's folder.
 */
export async function purgeRows(ctx: Settings, trashed: Trashed): Promise<string[]> {
  const { files } = ctx.store.t
  const { userId, serviceId, id } = trashed
  const inTrash = and(eq(files.userId, userId), eq(files.serviceId, serviceId), isNotNull(files.deletedAt))
  const along = id === undefined ? isNotNull(files.trashedWith) : eq(files.trashedWith, id)
  const alone = and(isNull(files.trashedWith), id === undefined ? undefined : eq(files.id, id))
  const roots: string[] = []
  const pause = createYield()
  for (const which of [along, alone]) {
    for (let count = pieceRows; count === pieceRows; await pause()) {
      const rows = await ctx.store.read
        .select({ id: files.id })
        .from(files)
        .where(and(inTrash, which))
        .limit(pieceRows)
      count = rows.length
      roots.push(
        ...(await purgePiece(
          ctx,
          trashed,
          rows.map((row) => row.id),
        )),
      )
    }
  }
  return roots
}

/** Deletes the bytes of trashed files; the sweep quarantines leftovers of an interruption. */
export async function removeBytes(
  { env }: Pick<Settings, 'env'>,
  { serviceId, ids }: { serviceId: string; ids: string[] },
  remove = removeAll,
): Promise<void> {
  for (const id of ids) await remove(join(serviceFolder(env.DATA_DIR, serviceId), trashPath(id)))
}
