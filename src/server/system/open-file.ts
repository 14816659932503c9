import { constants } from 'node:fs'
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** An open plain file below a folder; the receiver closes it. `path` contains no link. */
export type OpenFile = { handle: FileHandle; path: string; size: number; mtimeMs: number }

// A pipe must not block, and a link as the last part is refused.
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** The actual path of an open file. */
const whereIs = (handle: FileHandle, path: string): Promise<string> =>
  readlink(`/proc/self/fd/${handle.fd}`).catch(() => realpath(path))

/**
 * Opens a path below `root`: an open file, `folder`, or null for neither. Checked after opening, so that no link points out of
 * the folder, wherever in the path it is and whenever it was created.
 */
export async function openFile(root: string, names: readonly string[]): Promise<OpenFile | 'folder' | null> {
  const path = join(root, ...names)
  const handle = await open(path, flags).catch(() => null)
  if (!handle) return null
  try {
    const [stats, real, realRoot] = await Promise.all([handle.stat(), whereIs(handle, path), realpath(root)])
    const isInside = real === realRoot || real.startsWith(realRoot + sep)
    if (isInside && stats.isFile())
      return { handle, path: real, size: stats.size, mtimeMs: Math.trunc(stats.mtimeMs) }
    await handle.close()
    return isInside && stats.isDirectory() ? 'folder' : null
  } catch (error) {
    await handle.close()
    throw error
  }
}
