import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, asc, eq, gt, or } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import { isFileAs } from '#server/system/disk.ts'
import { publicPath, serviceFolder, trashPath } from '../storage/folders.ts'

const pageSize = 500
/** Files checked concurrently. */
const parallel = 32

type FileRow = Pick<
  Store['t']['files']['$inferSelect'],
  | 'id'
  | 'userId'
  | 'serviceId'
  | 'filePath'
  | 'fileSize'
  | 'sha256'
  | 'isFolder'
  | 'deletedAt'
  | 'trashedWith'
>

/** Whether the bytes of a row are in place and match it; files in a trashed folder are checked with it. */
async function isThere(dataDir: string, file: FileRow): Promise<boolean> {
  if (file.trashedWith) return true
  const below = file.deletedAt ? trashPath(file.id) : publicPath(file.filePath)
  const path = join(serviceFolder(dataDir, file.serviceId), below)
  if (!file.isFolder) return isFileAs(path, file)
  return (await lstat(path).catch(() => null))?.isDirectory() === true
}

/** Whether a row still lacks its bytes on a second look: its file may be moving, or deleted since it was read. */
async function isStillMissing({ read, t }: Store, dataDir: string, file: FileRow): Promise<boolean> {
  const { files, fileIntents } = t
  const [now] = await read
    .select()
    .from(files)
    .where(and(eq(files.userId, file.userId), eq(files.id, file.id)))
  if (!now || (await isThere(dataDir, now))) return false
  const isMoving = and(eq(fileIntents.userId, file.userId), eq(fileIntents.serviceId, file.serviceId))
  return (await read.$count(fileIntents, isMoving)) === 0
}

/** Files whose bytes are missing from their service's folder, or do not match the row: every byte is read. */
export async function countMissingFiles(store: Store, dataDir: string): Promise<number> {
  const { files } = store.t
  const { id, userId, serviceId, filePath, fileSize, sha256, isFolder, deletedAt, trashedWith } = files
  let missing = 0
  let last: FileRow | undefined
  for (;;) {
    const page: FileRow[] = await store.read
      .select({ id, userId, serviceId, filePath, fileSize, sha256, isFolder, deletedAt, trashedWith })
      .from(files)
      .where(last && or(gt(userId, last.userId), and(eq(userId, last.userId), gt(id, last.id))))
      .orderBy(asc(userId), asc(id))
      .limit(pageSize)
    for (let at = 0; at < page.length; at += parallel) {
      const some = page.slice(at, at + parallel)
      const found = await Promise.all(some.map((file) => isThere(dataDir, file)))
      for (const [index, file] of some.entries())
        if (!found[index] && (await isStillMissing(store, dataDir, file))) missing += 1
    }
    last = page.at(-1)
    if (page.length < pageSize) return missing
  }
}
