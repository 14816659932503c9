import { constants } from 'node:fs'
import { mkdir, open, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createYield } from '#features/files/storage/yield.ts'
import { codeOf, exists, removeAll, syncPath, writeAll } from '#server/system/disk.ts'
import { treeOf, withContents } from './contents.ts'
import { smallBytes } from './limits.ts'
import { addTo, type DatabaseItem, type MessageItem, noSums, type Sums, type TreeItem } from './manifest.ts'
import { type OpenArchive, type Sealed, withArchive } from './read.ts'
import { Damaged } from './refused.ts'

const exclusive = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
/** Files written at the same time: their syncs share journal commits. */
const filesAtOnce = 16

/** `pieces` end with Damaged when the dump does not match the list; it must not be used then. */
type TakeDatabase = (item: DatabaseItem, pieces: AsyncGenerator<Buffer>) => Promise<void>

/** The same for a message. */
type TakeMessage = (item: MessageItem, pieces: AsyncGenerator<Buffer>) => Promise<void>

type Unpacking = {
  /** Size limit of its files. */
  maxBytes: number
  takeDatabase: TakeDatabase
  takeMessage: TakeMessage
}

/**
 * Unpacks an archive's files to `target`, replacing its contents: verified, synced, and with their dates. An archive of databases
 * only
 * creates no `target`. Passes its databases to `takeDatabase` one by one before the files, and its messages to `takeMessage`
 * after
 * them. Returns the totals.
 * @throws Damaged, after removing `target`
 */
export async function unpackArchive(path: string, target: string, unpacking: Unpacking): Promise<Sums> {
  await removeAll(target)
  try {
    return await withArchive(path, unpacking, async (archive) => {
      if (archive.hasFiles) await mkdir(target, { recursive: true })
      const sums = await placeAll(archive, target, unpacking)
      if (archive.hasFiles) await finishFolders(path, target)
      return sums
    })
  } catch (error) {
    if (await exists(target)) await removeAll(target)
    throw error
  }
}

/** Limits concurrent tasks; the first failure is thrown by the next `add` or `drain`. */
function createPool(most: number) {
  const running = new Set<Promise<void>>()
  let failure: { error: unknown } | null = null
  return {
    async add(work: () => Promise<void>): Promise<void> {
      while (running.size >= most) await Promise.race(running)
      if (failure) throw failure.error
      const run: Promise<void> = work()
        .catch((error) => {
          failure ??= { error }
        })
        .finally(() => running.delete(run))
      running.add(run)
    },
    async drain(): Promise<void> {
      await Promise.all(running)
      if (failure) throw failure.error
    },
  }
}

async function placeAll(
  { sealed }: OpenArchive,
  target: string,
  { takeDatabase, takeMessage }: Unpacking,
): Promise<Sums> {
  const pool = createPool(filesAtOnce)
  const sums = noSums()
  try {
    for await (const { item, read } of sealed) {
      if (item.kind === 'database') await takeDatabase(item, read())
      else if (item.kind === 'message') await takeMessage(item, read())
      else await place(item, read, join(target, item.path), pool)
      addTo(sums, item)
    }
  } finally {
    // Waits until nothing writes below the target, whether it stays or is removed.
    await pool.drain().catch(() => {})
  }
  await pool.drain()
  return sums
}

async function place(
  item: TreeItem,
  read: Sealed['read'],
  to: string,
  pool: ReturnType<typeof createPool>,
): Promise<void> {
  // The owner can always read and write restored files.
  if (item.kind === 'folder') return void (await asPlace(mkdir(to, { mode: item.mode | 0o700 })))
  if (item.sizeBytes > smallBytes) return putFile(item, to, read())
  const pieces: Buffer[] = []
  for await (const piece of read()) pieces.push(piece)
  await pool.add(() => putFile(item, to, pieces))
}

async function putFile(item: TreeItem, to: string, pieces: AsyncIterable<Buffer> | Buffer[]): Promise<void> {
  const handle = await asPlace(open(to, exclusive, item.mode | 0o600))
  try {
    for await (const piece of pieces) await writeAll(handle, piece)
    if (item.modifiedMs !== null) await handle.utimes(item.modifiedMs / 1_000, item.modifiedMs / 1_000)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const misplaced = new Set(['EEXIST', 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'])

/** The tree is new and exclusive: a path that cannot be created is a duplicate, or below a file. */
async function asPlace<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw misplaced.has(codeOf(error))
      ? new Damaged('A path in this archive points outside its folder or occurs twice.')
      : error
  }
}

/** Syncs every folder and restores its modification time. */
async function finishFolders(path: string, target: string): Promise<void> {
  const pause = createYield()
  await withContents(path, async (contents) => {
    for await (const item of treeOf(contents)) {
      await pause()
      if (item.kind !== 'folder') continue
      const folder = join(target, item.path)
      if (item.modifiedMs !== null) await utimes(folder, item.modifiedMs / 1_000, item.modifiedMs / 1_000)
      await syncPath(folder)
    }
  })
  await syncPath(target)
  await syncPath(dirname(target))
}
