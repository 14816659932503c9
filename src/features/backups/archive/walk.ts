import { join } from 'node:path'
import { namesIn, statOrNull } from '#server/system/disk.ts'
import { isPlainPath } from './manifest.ts'

export type WalkEntry = {
  path: string
  /** `odd`: neither a file nor a folder, or its name is not valid text. */
  kind: 'file' | 'folder' | 'odd'
  mode: number
  sizeBytes: number
  modifiedMs: number
}

/** Larger folders are listed in file system order: sorting them would block the event loop. */
const mostSorted = 10_000

/** Empty for a folder deleted during the walk, as its files are skipped too. */
async function listNames(folder: string): Promise<string[]> {
  const names = await namesIn(folder)
  return names.length > mostSorted ? names : names.sort()
}

/**
 * Walks everything below `root`, each folder before its contents. Memory use is the names of the current folder and its parents.
 */
export async function* walk(root: string, folder = ''): AsyncGenerator<WalkEntry> {
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
