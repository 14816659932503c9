import { constants } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { exists, removeAll, syncPath } from './durable.ts'
import type { Item } from './manifest.ts'
import { type OpenArchive, openArchive, type Sealed } from './read.ts'

const exclusive = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

/**
 * The archive's files lie below `target`, verified and on the disk; what was there before is gone. Answers what lies there now.
 * @throws Damaged, and `target` is gone then
 */
export async function unpackArchive(
  path: string,
  target: string,
  { maxBytes }: { maxBytes: number },
): Promise<Item[]> {
  await removeAll(target)
  const archive = await openArchive(path, { maxBytes })
  try {
    await mkdir(target, { recursive: true })
    for (const sealed of archive.entries) await place(archive, sealed, target)
    const folders = archive.entries.filter(({ item }) => item.kind === 'folder')
    for (const { item } of folders) await syncPath(join(target, item.path))
    await syncPath(target)
    await syncPath(dirname(target))
    return archive.entries.map(({ item }) => item)
  } catch (error) {
    if (await exists(target)) await removeAll(target)
    throw error
  } finally {
    archive.close()
  }
}

async function place(archive: OpenArchive, sealed: Sealed, target: string): Promise<void> {
  const { item } = sealed
  const to = join(target, item.path)
  // The owner can always work with what was put back.
  if (item.kind === 'folder') return void (await mkdir(to, { mode: item.mode | 0o700 }))
  const handle = await open(to, exclusive, item.mode | 0o600)
  try {
    for await (const piece of archive.read(sealed)) await handle.writev([piece])
    await handle.sync()
  } finally {
    await handle.close()
  }
}
