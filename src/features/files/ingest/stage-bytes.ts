import { constants } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncPath, writeAll } from '#server/system/disk.ts'
import { mib } from '#shared/bytes.ts'
import { overQuota } from '../service/over-quota.ts'
import { asDiskError, makeFolderWithin, serviceFolder, temporaryPath } from '../storage/folders.ts'
import { assertRoom } from '../storage/room.ts'

/** Staged bytes: complete and synced, or absent. */
export type Staged = { id: string; path: string; size: number; sha256: string }

/** The staging folder of a service. */
export const stagingFolder = (dataDir: string, serviceId: string): string =>
  join(serviceFolder(dataDir, serviceId), temporaryPath(''))

/** Bytes written between checks of free space: concurrent uploads overshoot the floor by no more than this each. */
const lookEvery = 8 * mib

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

type StageOptions = {
  /** Created when missing, inside an existing folder. */
  folder: string
  /** Name of the temporary file. */
  id: string
  /** Limit of incoming bytes. */
  limit: number
}

/** Writes all chunks; returns their size and hash. */
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
 * Streams bytes to a temporary file and syncs it; memory use is constant. Leaves nothing when it throws.
 * @throws TOO_LARGE beyond `limit`, DISK_FULL, UNAVAILABLE where the parent folder is missing, or errors of the stream
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
    // Syncs the name too: the next commit must find it after a power cut.
    await syncPath(folder)
    return { id, path, ...written }
  } catch (error) {
    await handle?.close().catch(() => {})
    if (handle) await dropStaged({ path })
    throw asDiskError(error)
  }
}

/** Deletes bytes that were not stored. */
export const dropStaged = ({ path }: Pick<Staged, 'path'>): Promise<void> => rm(path, { force: true })
