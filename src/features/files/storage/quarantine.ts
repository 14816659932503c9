import type { Stats } from 'node:fs'
import { cp, lstat, mkdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { JobContext } from '#server/context.ts'
import {
  codeOf,
  isMissing,
  namesIn,
  removeAll,
  renameDurably,
  statOrNull,
  syncPath,
  syncTree,
} from '#server/system/disk.ts'
import { day } from '#shared/time.ts'
import { makeFolder } from './folders.ts'
import { assertRoom } from './room.ts'

/** How long quarantined files stay before they are deleted permanently. */
export const quarantineDays = 30

type Settings = Pick<JobContext, 'env' | 'now' | 'log'>

const folderOf = (dataDir: string): string => join(dataDir, 'quarantine')
const dayPattern = /^\d{4}-\d{2}-\d{2}$/

// The path below the data folder as one name; ids and the portal's own names contain no such pair.
const separator = '__'

/** An entry in quarantine: since when, and its original path below the data folder. */
export type Quarantined = { since: string; path: string; at: string }

/** The entries in quarantine, oldest first. */
export async function listQuarantine(dataDir: string): Promise<Quarantined[]> {
  const folder = folderOf(dataDir)
  const found: Quarantined[] = []
  for (const since of (await namesIn(folder)).filter((name) => dayPattern.test(name)).sort())
    for (const name of (await namesIn(join(folder, since))).sort())
      found.push({ since, path: name.replaceAll(separator, '/'), at: join(folder, since, name) })
  return found
}

/** The first free name of `name`, `name~2`, `name~3` … in the folder. */
async function freeName(folder: string, name: string): Promise<string> {
  for (let count = 1; ; count++) {
    const path = join(folder, count === 1 ? name : `${name}~${count}`)
    if (!(await statOrNull(path))) return path
  }
}

/** Across volumes: the copy is complete and synced before the first byte of the original is deleted. */
async function copyAcross(from: string, to: string): Promise<void> {
  await assertRoom(dirname(to), await sizeOf(from))
  const half = `${to}.tmp`
  try {
    await removeAll(half)
    await cp(from, half, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
    await syncTree(half)
    await renameDurably(half, to)
  } catch (error) {
    await removeAll(half)
    throw error
  }
  await removeAll(from)
  await syncPath(dirname(from))
}

/** Moves `from` to `to`, a free name; synced on return. */
async function move(from: string, to: string): Promise<void> {
  try {
    await renameDurably(from, to)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    await copyAcross(from, to)
  }
}

/**
 * Moves the entry at `path`, below the data folder, to quarantine for thirty days: no row refers to it, but the rows may be
 * wrong. `false` if it cannot be moved: it stays in place, and the log says so.
 */
export async function quarantine({ env, now, log }: Settings, path: string): Promise<boolean> {
  const below = relative(env.DATA_DIR, path)
  const folder = join(folderOf(env.DATA_DIR), now().toISOString().slice(0, 10))
  try {
    await mkdir(folderOf(env.DATA_DIR), { recursive: true, mode: 0o700 })
    await makeFolder(folder)
    await move(path, await freeName(folder, below.replaceAll('/', separator)))
    log.warn('moved to quarantine', { path: below })
    return true
  } catch (error) {
    if (isMissing(error) && !(await statOrNull(path))) return true
    log.error('not moved to quarantine', { path: below, code: codeOf(error) || 'unknown' })
    return false
  }
}

/**
 * Restores the entry at `path`, below the data folder, from quarantine if the path is free. If it cannot be moved, it stays, and
 * the log says so.
 */
export async function bringBack({ env, log }: Settings, { path, at }: Quarantined): Promise<void> {
  const target = join(env.DATA_DIR, path)
  try {
    if (await statOrNull(target)) return
    await makeFolder(dirname(target))
    await move(at, target)
    log.warn('restored from quarantine', { path })
  } catch (error) {
    log.error('not restored from quarantine', { path, code: codeOf(error) || 'unknown' })
  }
}

/** Deletes entries after thirty days in quarantine. */
export async function emptyQuarantine({ env, now }: Settings): Promise<void> {
  const folder = folderOf(env.DATA_DIR)
  for (const since of await namesIn(folder)) {
    const isOver = dayPattern.test(since) && Date.parse(since) + (quarantineDays + 1) * day < now().getTime()
    if (isOver) await removeAll(join(folder, since))
  }
}

/** Bytes of a file, or of all files below a folder. */
export async function sizeOf(path: string): Promise<number> {
  const found: Stats | null = await lstat(path).catch(() => null)
  if (!found?.isDirectory()) return found?.size ?? 0
  let bytes = 0
  for (const name of await namesIn(path)) bytes += await sizeOf(join(path, name))
  return bytes
}
