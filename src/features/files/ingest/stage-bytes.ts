import { constants } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncPath, writeAll } from '#server/system/disk.ts'
import { mib } from '#shared/bytes.ts'
import { overQuota } from '../service/over-quota.ts'
import { asDiskError, makeFolderWithin, serviceFolder, temporaryPath } from '../storage/folders.ts'
import { assertRoom } from '../storage/room.ts'

/** Bytes that wait on disk for the decision to keep them: complete and synced, or not there. */
export type Staged = { id: string; path: string; size: number; sha256: string }

/** Where the bytes of a service wait. */
export const stagingFolder = (dataDir: string, serviceId: string): string =>
  join(serviceFolder(dataDir, serviceId), temporaryPath(''))

/** How much is written until the room is looked at again: uploads side by side overshoot the floor by no more than this each. */
const lookEvery = 8 * mib

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

type StageOptions = {
  /** Made when it is missing, in one that is there. */
  folder: string
  /** Name of the temporary file. */
  id: string
  /** Most bytes that may come. */
  limit: number
}

/** Writes all chunks; their size and hash. */
async function writeChunks(
  handle: FileHandle,
  chunks: Chunks,
  { folder, limit }: StageOptions,
): Promise<Pick<Staged, 'size' | 'sha256'>> {
  const hasher = new Bun.CryptoHasher('sha256')
  let size = 0
  let looked = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > limit) throw overQuota()
    if (size - looked >= lookEvery) {
      await assertRoom(folder)
      looked = size
    }
    hasher.update(chunk)
    await writeAll(handle, chunk)
  }
  return { size, sha256: hasher.digest('hex') }
}

/**
 * Writes a stream of bytes to a temporary file and syncs it; memory stays flat whatever the size.
 * Nothing is left when it throws.
 * @throws TOO_LARGE beyond `limit`, DISK_FULL, UNAVAILABLE where there is no folder to make one in, or what the stream threw
 */
export async function stageBytes(chunks: Chunks, options: StageOptions): Promise<Staged> {
  const { folder, id } = options
  const path = join(folder, id)
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants
  let handle: FileHandle | null = null
  try {
    await makeFolderWithin(folder)
    await assertRoom(folder)
    handle = await open(path, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, 0o644)
    const written = await writeChunks(handle, chunks, options)
    await handle.sync()
    await handle.close()
    // Its name too: what is promised next must find it after a power cut.
    await syncPath(folder)
    return { id, path, ...written }
  } catch (error) {
    await handle?.close().catch(() => {})
    if (handle) await dropStaged({ path })
    throw asDiskError(error)
  }
}

/** Forgets bytes that were not kept. */
export const dropStaged = ({ path }: Pick<Staged, 'path'>): Promise<void> => rm(path, { force: true })
