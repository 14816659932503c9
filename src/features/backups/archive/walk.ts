import { join } from 'node:path'
import { namesIn, statOrNull } from '#server/system/disk.ts'
import { isPlainPath } from './manifest.ts'

export type Found = {
  path: string
  /** `odd` is what is neither a file nor a folder, or whose name is no text. */
  kind: 'file' | 'folder' | 'odd'
  mode: number
  sizeBytes: number
  modifiedMs: number
}

/** Beyond this number, names come in the order of the file system: sorting them would block the event loop. */
const mostSorted = 10_000

/** None of a folder that went away while the tree was read, as the files in it did. */
async function listNames(folder: string): Promise<string[]> {
  const names = await namesIn(folder)
  return names.length > mostSorted ? names : names.sort()
}

/**
 * Everything below `root`, one after the other, each folder before what is in it. Of memory it takes the names of the
 * folders it is in.
 */
export async function* walk(root: string, folder = ''): AsyncGenerator<Found> {
  for (const name of await listNames(join(root, folder))) {
    const path = folder === '' ? name : `${folder}/${name}`
    const stats = isPlainPath(path) ? await statOrNull(join(root, path)) : null
    const kind = stats?.isFile() ? 'file' : stats?.isDirectory() ? 'folder' : 'odd'
    yield {
      path,
      kind,
      mode: (stats?.mode ?? 0) & 0o777,
      sizeBytes: kind === 'file' && stats ? stats.size : 0,
      modifiedMs: Math.floor(stats?.mtimeMs ?? 0),
    }
    if (kind === 'folder') yield* walk(root, path)
  }
}
