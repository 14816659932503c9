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

/** The system's code of a failure, such as ENOSPC; empty if it is of another kind. */
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

/** What is at a path, without following links; `null` when nothing is. */
export async function lookAt(path: string): Promise<Stats | null> {
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

/** The names in a folder one by one, however many there are; none when it does not exist. */
export async function* eachName(folder: string): AsyncGenerator<string> {
  const opened = await openFolder(folder)
  if (opened) for await (const { name } of opened) yield name
}

/** The paths of what lies in a folder below `root`, relative to `root`, of those of `paths`; none when it does not exist. */
export async function* walkMatching(root: string, folder: string, paths: RegExp): AsyncGenerator<string> {
  for await (const name of eachName(join(root, folder))) {
    const path = `${folder}/${name}`
    if (paths.test(path)) yield path
  }
}

/**
 * The paths of a folder below `root` and of all folders and files in it, relative to `root`; a folder comes before what is in it.
 * None when it does not exist. Links, sockets and the like are left out.
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

/** All bytes are handed to the system, however many calls that takes: where the file is, or from a place in it. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, place?: number): Promise<void> {
  for (let at = 0; at < bytes.byteLength; ) {
    const next = place === undefined ? null : place + at
    at += (await handle.write(bytes, at, bytes.byteLength - at, next)).bytesWritten
  }
}

/** What is at the path is on disk: the bytes of a file, the names in a folder. */
export const syncPath = (path: string): Promise<void> => sync(path, constants.O_RDONLY)

/** The file or folder is on disk with its contents; links have no bytes of their own. */
export async function syncTree(path: string): Promise<void> {
  const found = await lookAt(path)
  if (found?.isDirectory()) {
    for (const name of await readdir(path)) await syncTree(join(path, name))
    await syncPath(path)
  } else if (found?.isFile()) await sync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
}

/** The rename of the file or folder is on disk, in both folders concerned. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncPath(dirname(to))
  if (dirname(from) !== dirname(to)) await syncPath(dirname(from))
}

/** Nothing is at the path any more. */
export const removeAll = (path: string): Promise<void> => rm(path, { recursive: true, force: true })

type Data = string | Uint8Array | Readable
type WriteOptions = { mode?: number; flag?: 'w' | 'wx' }

/** The file has these data, and they are on disk; its name is once its folder is synced. */
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
  /** Where the data are collected until they are complete; by default a name of its own on the same disk, beside the file. */
  draft?: string
}

/** Passes a complete, synced file to `place`; nothing is left of it afterwards. */
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

/** A small file is at `path`, complete and on disk: with these data, or those of another process that was first. */
export const placeOnce = (path: string, data: Data, options: PlaceOptions = {}): Promise<void> =>
  withDraft(path, data, {
    ...options,
    // Unlike a rename, a link does not replace a file that another process has put there meanwhile.
    place: (draft) =>
      link(draft, path).catch(async (error) => {
        if (!(await exists(path))) throw error
      }),
  })

/** A small file is at `path` with these data, complete and on disk, whatever was there. */
export const replaceFile = (path: string, data: Data, options: PlaceOptions = {}): Promise<void> =>
  withDraft(path, data, { ...options, place: (draft) => rename(draft, path) })

// Bun reads large files in large pieces, and hashing one of these would block the event loop.
const hashedAtOnce = 256 * 1_024

/**
 * SHA-256 of a whole file as hexadecimal digits, read in pieces.
 * @throws the system's error for a file that cannot be read
 */
export async function sha256Of(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of Bun.file(path).stream())
    for (let at = 0; at < chunk.byteLength; at += hashedAtOnce)
      hasher.update(chunk.subarray(at, at + hashedAtOnce))
  return hasher.digest('hex')
}

/** Whether there is a regular file of this size and, if it is known, this hash. */
export async function isFileAs(
  path: string,
  { fileSize, sha256 }: { fileSize: number; sha256: string | null },
): Promise<boolean> {
  const found = await lookAt(path)
  if (!found?.isFile() || found.size !== fileSize) return false
  return sha256 === null || (await sha256Of(path).catch(() => null)) === sha256
}
