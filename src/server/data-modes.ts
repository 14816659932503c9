import { chmodSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from './log.ts'

/** The files that the portal writes to its data folder. */
const files = [
  'portal.db',
  'portal.db-wal',
  'portal.db-shm',
  'lock.db',
  'secret.key',
  'audit-head.json',
] as const
const ofOthers = 0o077
// Search permission on folders stays: a web server of another user may need it.
const ofOthersInFolders = 0o066

/** Removes permissions without following links; returns whether there were any to remove. */
function restrict(path: string, taken: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink() || (found.mode & taken) === 0) return false
  chmodSync(path, found.mode & 0o777 & ~taken)
  return true
}

/**
 * Restricts the data folder to its owner, even if it existed before and was open to others, as after unpacking an archive or with
 * an earlier umask; `folders` are the features' folders in it. Failures are logged.
 */
export function restrictDataFolder(
  { dataDir, keyFile, folders }: { dataDir: string; keyFile: string; folders: readonly string[] },
  log: Pick<Logger, 'warn' | 'info'>,
): void {
  const wanted = [
    ...[...files.map((name) => join(dataDir, name)), keyFile].map((path) => [path, ofOthers] as const),
    ...folders.map((name) => [join(dataDir, name), ofOthersInFolders] as const),
  ]
  for (const [path, taken] of wanted) {
    try {
      if (restrict(path, taken)) log.info('permissions fixed', { path })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      log.warn('accessible to other users of this machine', { path, code })
    }
  }
}
