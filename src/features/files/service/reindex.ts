import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#db/store.ts'
import { isWelcomePage } from '#features/servers/site-folder.ts'
import { folderType, typeOf } from '../contract/types.ts'

/** A file or folder below a service's root, `/`-separated. */
export type TreeItem = { path: string; kind: 'file' | 'folder'; sizeBytes: number; sha256: string | null }

type Tree = { userId: string; serviceId: string; items: readonly TreeItem[]; now: Date }

const batch = 500

/** NFC of the path: NFC and NFD twins are one name (decisions section 4, "Files"). */
const keyOf = (path: string): string => path.normalize('NFC')

const batches = <T>(all: T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / batch) }, (_, part) =>
    all.slice(part * batch, (part + 1) * batch),
  )

const changing = (item: TreeItem) => ({
  fileType: item.kind === 'folder' ? folderType : typeOf(item.path),
  fileSize: item.sizeBytes,
  isFolder: item.kind === 'folder',
  sha256: item.sha256,
})

function newRow({ userId, serviceId, now }: Tree, item: TreeItem) {
  const end = item.path.lastIndexOf('/')
  return {
    id: Bun.randomUUIDv7(),
    userId,
    serviceId,
    fileName: item.path.slice(end + 1),
    path: end < 0 ? '' : item.path.slice(0, end),
    filePath: item.path,
    pathKey: keyOf(item.path),
    ...changing(item),
    uploadedAt: now,
    updatedAt: now,
  }
}

/**
 * The service's rows say what its tree is, but for the welcome page: what stayed keeps its id and its shares, the trash is
 * left alone.
 * Part of the caller's transaction; answers the bytes of all its files, the trash included.
 */
export async function reindexFiles(tx: Tx, tree: Tree): Promise<number> {
  const { files } = tx.t
  const own = and(eq(files.userId, tree.userId), eq(files.serviceId, tree.serviceId))
  const { id, filePath, pathKey, fileSize, isFolder, sha256 } = files
  const rows = await tx
    .select({ id, filePath, pathKey, fileSize, isFolder, sha256 })
    .from(files)
    .where(and(own, isNull(files.deletedAt)))
  const gone = new Map(rows.map((row) => [row.pathKey, row]))
  const wanted = new Map<string, TreeItem>()
  for (const item of tree.items) if (!wanted.has(keyOf(item.path))) wanted.set(keyOf(item.path), item)
  const added: TreeItem[] = []
  for (const [key, item] of wanted) {
    const row = gone.get(key)
    if (!row && isWelcomePage(item)) continue
    if (!row || row.filePath !== item.path) {
      added.push(item)
      continue
    }
    gone.delete(key)
    const isSame =
      row.sha256 === item.sha256 &&
      row.isFolder === (item.kind === 'folder') &&
      row.fileSize === item.sizeBytes
    if (isSame) continue
    await tx
      .update(files)
      .set({ ...changing(item), updatedAt: tree.now })
      .where(and(own, eq(files.id, row.id)))
  }
  const goneIds = [...gone.values()].map((row) => row.id)
  for (const ids of batches(goneIds)) await tx.delete(files).where(and(own, inArray(files.id, ids)))
  for (const items of batches(added)) await tx.insert(files).values(items.map((item) => newRow(tree, item)))
  const [total] = await tx
    .select({ bytes: sql`coalesce(sum(${files.fileSize}), 0)` })
    .from(files)
    .where(own)
  return Number(total?.bytes ?? 0)
}
