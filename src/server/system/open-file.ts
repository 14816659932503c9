import { constants } from 'node:fs'
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** A plain file below a folder, open; whoever gets it closes it. `path` has no link in it. */
export type OpenFile = { handle: FileHandle; path: string; size: number; mtimeMs: number }

// A pipe must not block, and a link in the last place is none of ours.
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Where an open file really lies. */
const whereIs = (handle: FileHandle, path: string): Promise<string> =>
  readlink(`/proc/self/fd/${handle.fd}`).catch(() => realpath(path))

/**
 * What is at a path below `root`: an open file, `folder`, or null for neither. Checked after it was opened, so that no link
 * leads out of the folder, wherever in the path it is and whenever it was created.
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
