import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isPlainPath } from './manifest.ts'
import { isMissing } from './refused.ts'

export type Found = {
  path: string
  /** `odd` is what is neither a file nor a folder, or whose name is no text. */
  kind: 'file' | 'folder' | 'odd'
  mode: number
  sizeBytes: number
  modifiedMs: number
}

/** More names than this come in the order of the file system: sorting them would hold everything else up. */
const mostSorted = 10_000

async function namesIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder)
    return names.length > mostSorted ? names : names.sort()
  } catch (error) {
    // It went away while the tree was read, as the files in it did.
    if (isMissing(error)) return []
    throw error
  }
}

/**
 * Everything below `root`, one after the other, each folder before what is in it. Of memory it takes the names of the
 * folders it is in.
 */
export async function* walk(root: string, folder = ''): AsyncGenerator<Found> {
  for (const name of await namesIn(join(root, folder))) {
    const path = folder === '' ? name : `${folder}/${name}`
    const stats = isPlainPath(path) ? await lstatOrNull(join(root, path)) : null
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

const lstatOrNull = (path: string) =>
  lstat(path).catch((error) => {
    if (isMissing(error)) return null
    throw error
  })
