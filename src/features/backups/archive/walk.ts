import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { maxEntries } from './limits.ts'
import { isPlainPath } from './manifest.ts'
import { isMissing, Refused } from './refused.ts'

export type Found = { path: string; kind: 'file' | 'folder'; mode: number; sizeBytes: number }
export type Tree = { found: Found[]; skipped: string[]; totalBytes: number }

async function children(folder: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1))
  } catch (error) {
    // It went away while the tree was read, as the files in it did.
    if (isMissing(error)) return []
    throw error
  }
}

/**
 * Everything below `root`, folders before what is in them, in one order for every run. Links, sockets and names that are
 * not text are left out and listed as skipped. @throws Refused beyond the most entries an archive holds
 */
export async function walk(root: string): Promise<Tree> {
  const tree: Tree = { found: [], skipped: [], totalBytes: 0 }
  const pending = ['']
  for (let folder = pending.shift(); folder !== undefined; folder = pending.shift()) {
    for (const entry of await children(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      const kind = entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : null
      const stats = kind && isPlainPath(path) ? await lstatOrNull(join(root, path)) : null
      if (!kind || !stats) {
        tree.skipped.push(path)
        continue
      }
      const sizeBytes = kind === 'file' ? stats.size : 0
      tree.found.push({ path, kind, mode: stats.mode & 0o777, sizeBytes })
      tree.totalBytes += sizeBytes
      if (kind === 'folder') pending.push(path)
      if (tree.found.length > maxEntries) throw new Refused(`More than ${maxEntries} files and folders.`)
    }
  }
  return tree
}

const lstatOrNull = (path: string) =>
  lstat(path).catch((error) => {
    if (isMissing(error)) return null
    throw error
  })
