import { accessSync, closeSync, constants, openSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf } from '#server/system/disk.ts'
import { StoreError } from './errors.ts'

const unwritable: Record<string, string> = {
  EROFS: 'it is on a read-only file system',
  EACCES: 'this user may not write to it',
  EPERM: 'this user may not write to it',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a parent of its path is a file, not a folder',
  ENOENT: 'no folder can be created there',
}

const remedies: Record<string, string> = {
  EROFS: 'check the disk for errors, mount it writable and start again',
}
const ownership =
  'give it to the user that runs the portal (chown) and let that user write to it (chmod u+rwX)'

/** Tries to write to a folder; returns the file system's code when that fails. */
function probe(folder: string): string {
  const path = join(folder, `.probe-${process.pid}`)
  try {
    closeSync(openSync(path, 'wx'))
    rmSync(path)
    return ''
  } catch (error) {
    return codeOf(error)
  }
}

/** The reason why a file or folder of the portal could not be opened for writing, in words for the operator. */
export function describeOpenFailure(path: string, error: unknown): string {
  const code = codeOf(error)
  const own = unwritable[code]
  if (own) return own
  if (code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_READONLY')) {
    const folder = unwritable[probe(dirname(path))]
    if (folder) return `the folder ${dirname(path)} is read-only: ${folder}`
    if (code.startsWith('SQLITE_READONLY')) return 'this user may not write to it'
  }
  return error instanceof Error ? error.message : 'unknown reason'
}

/**
 * Checks that the folder and its existing files can be read and written. Must run before SQLite opens a database: beside
 * a read-only one, it creates logs that are not writable.
 * @throws StoreError that names the unusable one, and says how to fix it
 */
export function assertWritable(folder: string, names: string[]): void {
  assertMode(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  for (const name of names) assertMode(join(folder, name), constants.R_OK | constants.W_OK)
}

function assertMode(path: string, mode: number): void {
  try {
    accessSync(path, mode)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return
    throw new StoreError(
      `${path} cannot be written: ${describeOpenFailure(path, error)}; ${remedies[code] ?? ownership}`,
    )
  }
}
