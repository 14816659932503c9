import { constants, type Dir, type Stats } from 'node:fs'
import {
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** The system's error code, such as ENOSPC; empty for other errors. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Whether the error says that the path does not exist. */
export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT'

/** Whether something exists at the path, following links. */
export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** The file at a path, without following links; `null` when there is none. */
export async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await lstat(path)
  } catch (error) {
    if (isMissing(error) || codeOf(error) === 'ENOTDIR') return null
    throw error
  }
}

/** The names in a folder; none when it does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Iterates over the names in a folder of any size; none when it does not exist. */
export async function* eachName(folder: string): AsyncGenerator<string> {
  const opened = await openFolder(folder)
  if (opened) for await (const { name } of opened) yield name
}

/** The paths in a folder below `root`, relative to `root`, that match `paths`; none when it does not exist. */
export async function* walkMatching(root: string, folder: string, paths: RegExp): AsyncGenerator<string> {
  for await (const name of eachName(join(root, folder))) {
    const path = `${folder}/${name}`
    if (paths.test(path)) yield path
  }
}

/**
 * The paths of a folder below `root` and of all folders and files in it, relative to `root`; a folder comes before its contents.
 * None when it does not exist. Omits links, sockets and the like.
 */
export async function* walkBelow(root: string, path: string): AsyncGenerator<string> {
  const folder = await openFolder(join(root, path))
  if (!folder) return
  yield path
  for await (const entry of folder) {
    const below = `${path}/${entry.name}`
    if (entry.isDirectory()) yield* walkBelow(root, below)
    else if (entry.isFile()) yield below
  }
}

async function openFolder(path: string): Promise<Dir | null> {
  try {
    return await opendir(path)
  } catch (error) {
    if (isMissing(error) || codeOf(error) === 'ENOTDIR') return null
    throw error
  }
}

async function sync(path: string, flags: number): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes all bytes, in as many calls as needed: at the file's position, or from a given one. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, place?: number): Promise<void> {
  for (let at = 0; at < bytes.byteLength; ) {
    const next = place === undefined ? null : place + at
    at += (await handle.write(bytes, at, bytes.byteLength - at, next)).bytesWritten
  }
}

/** Syncs the path to disk: the bytes of a file, the names in a folder. */
export const syncPath = (path: string): Promise<void> => sync(path, constants.O_RDONLY)

/** Syncs the file or folder with its contents to disk; links have no bytes of their own. */
export async function syncTree(path: string): Promise<void> {
  const found = await statOrNull(path)
  if (found?.isDirectory()) {
    for (const name of await readdir(path)) await syncTree(join(path, name))
    await syncPath(path)
  } else if (found?.isFile()) await sync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
}

/** Renames the file or folder and syncs both folders to disk. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncPath(dirname(to))
  if (dirname(from) !== dirname(to)) await syncPath(dirname(from))
}

/** Deletes the path and everything in it. */
export const removeAll = (path: string): Promise<void> => rm(path, { recursive: true, force: true })

type Data = string | Uint8Array | Readable
type WriteOptions = { mode?: number; flag?: 'w' | 'wx' }

/** Writes the data and syncs the file; its name is on disk once its folder is synced. */
export async function writeDurably(
  path: string,
  data: Data,
  { mode = 0o666, flag = 'w' }: WriteOptions = {},
): Promise<void> {
  const handle = await open(path, flag, mode)
  try {
    await handle.writeFile(data)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

type PlaceOptions = {
  /** Readable by its owner only by default. */
  mode?: number
  /** The draft for incomplete data; by default a name of its own on the same disk, beside the file. */
  draft?: string
}

/** Passes a complete, synced file to `place` and removes it afterwards. */
async function withDraft(
  path: string,
  data: Data,
  {
    mode = 0o400,
    draft = `${path}.${Bun.randomUUIDv7()}`,
    place,
  }: PlaceOptions & { place: (draft: string) => Promise<void> },
): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeDurably(draft, data, { mode, flag: 'wx' })
    await place(draft)
  } finally {
    await rm(draft, { force: true })
  }
  await syncPath(dirname(path))
}

/** Creates a small file atomically and syncs it: with this data, or that of another process that was first. */
export const placeOnce = (path: string, data: Data, options: PlaceOptions = {}): Promise<void> =>
  withDraft(path, data, {
    ...options,
    // Unlike a rename, a link does not replace a file that another process has created meanwhile.
    place: (draft) =>
      link(draft, path).catch(async (error) => {
        if (!(await exists(path))) throw error
      }),
  })

/** Writes a small file atomically and syncs it, replacing any other. */
export const replaceFile = (path: string, data: Data, options: PlaceOptions = {}): Promise<void> =>
  withDraft(path, data, { ...options, place: (draft) => rename(draft, path) })

// Bun reads large files in large chunks, and hashing one of these would block the event loop.
const hashedAtOnce = 256 * 1_024

/**
 * SHA-256 of a whole file as hexadecimal digits, read in chunks.
 * @throws the system's error for an unreadable file
 */
export async function sha256Of(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of Bun.file(path).stream())
    for (let at = 0; at < chunk.byteLength; at += hashedAtOnce)
      hasher.update(chunk.subarray(at, at + hashedAtOnce))
  return hasher.digest('hex')
}

/** Whether there is a regular file of this size and, if known, this hash. */
export async function isFileAs(
  path: string,
  { fileSize, sha256 }: { fileSize: number; sha256: string | null },
): Promise<boolean> {
  const found = await statOrNull(path)
  if (!found?.isFile() || found.size !== fileSize) return false
  return sha256 === null || (await sha256Of(path).catch(() => null)) === sha256
}
