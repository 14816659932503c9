import { join } from 'node:path'
import type { Tx } from '#db/types.ts'
import { reindexFiles, type TreeItem } from '#features/files/upkeep/reindex.ts'
import { siteFolder } from '#features/hosting/site-folder.ts'
import type { JobContext } from '#server/context.ts'
import { treeOf, withContents } from '../archive/contents.ts'
import { hashFile } from '../archive/read.ts'
import { Damaged, Missing } from '../archive/refused.ts'
import { walk } from '../archive/walk.ts'
import { archivePath } from '../folders.ts'

/** The contents of a folder, scanned from disk; slow for large folders. */
async function* readTree(root: string): AsyncGenerator<TreeItem> {
  for await (const { path, kind, sizeBytes } of walk(root)) {
    if (kind === 'folder') yield { path, kind, sizeBytes: 0, sha256: null }
    if (kind === 'file') yield { path, kind, sizeBytes, sha256: await hashFile(join(root, path)) }
  }
}

/**
 * Makes the service's file rows match the restored tree, from the list of contents, or from the tree itself if the archive was
 * deleted meanwhile. A backup of databases only changes no rows. Repeatable after a crash.
 */
export async function syncRows(
  ctx: JobContext,
  { userId, serviceId, backupId }: { userId: string; serviceId: string; backupId: string },
  assertOurs: (tx: Tx) => Promise<void> = async () => {},
): Promise<void> {
  const root = siteFolder(ctx.env.DATA_DIR, serviceId)
  const reindex = (items: AsyncIterable<TreeItem>) =>
    reindexFiles(ctx.store, { owner: { userId, serviceId }, root, items, now: ctx.now(), assertOurs })
  try {
    await withContents(archivePath(ctx.env.DATA_DIR, backupId), async (contents) => {
      if (contents.hasFiles) await reindex(treeOf(contents))
    })
  } catch (error) {
    if (!(error instanceof Damaged || error instanceof Missing)) throw error
    await reindex(readTree(root))
  }
}
