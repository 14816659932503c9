import { constants } from 'node:fs'
import { mkdir, open, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createYield } from '#features/files/storage/yield.ts'
import { codeOf, exists, removeAll, syncPath, writeAll } from '#server/system/disk.ts'
import { treeOf, withContents } from './contents.ts'
import { smallBytes } from './limits.ts'
import { addTo, type DatabaseItem, type Item, type MessageItem, noSums, type Sums } from './manifest.ts'
import { type OpenArchive, type Sealed, withArchive } from './read.ts'
import { Damaged } from './refused.ts'

const exclusive = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
/** Files on their way to the disk at the same time: their syncs share the journal's commits. */
const filesAtOnce = 16

/** `pieces` end with Damaged when the dump is not what the list of contents says; then it must not be used. */
type TakeDatabase = (item: DatabaseItem, pieces: AsyncGenerator<Buffer>) => Promise<void>

/** The same of a message. */
type TakeMessage = (item: MessageItem, pieces: AsyncGenerator<Buffer>) => Promise<void>

type Unpacking = {
  /** The most that its files may take. */
  maxBytes: number
  takeDatabase: TakeDatabase
  takeMessage: TakeMessage
}

/**
 * The archive's files are below `target`, verified and on the disk, with their dates; what was there before is gone. There is no
 * `target` for an archive of databases alone. Its databases were handed to `takeDatabase`, one after the other, before the
 * files, and its messages to `takeMessage`, after them. Returns what was in it.
 * @throws Damaged, and `target` is gone then
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

/** Limits how many tasks run at a time; the first failure is thrown to whoever submits the next task or waits for all. */
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
    // Nothing writes below the target any more, whether it stays or goes.
    await pool.drain().catch(() => {})
  }
  await pool.drain()
  return sums
}

async function place(
  item: Item,
  read: Sealed['read'],
  to: string,
  pool: ReturnType<typeof createPool>,
): Promise<void> {
  // The owner can always work with what was put back.
  if (item.kind === 'folder') return void (await asPlace(mkdir(to, { mode: item.mode | 0o700 })))
  if (item.sizeBytes > smallBytes) return putFile(item, to, read())
  const pieces: Buffer[] = []
  for await (const piece of read()) pieces.push(piece)
  await pool.add(() => putFile(item, to, pieces))
}

async function putFile(item: Item, to: string, pieces: AsyncIterable<Buffer> | Buffer[]): Promise<void> {
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

/** The tree is new and ours alone: a path that cannot be created exists twice, or is below a file. */
async function asPlace<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw misplaced.has(codeOf(error))
      ? new Damaged('A path in this archive points outside its folder or occurs twice.')
      : error
  }
}

/** The names in every folder are on the disk, and the folders are as old as they were. */
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
