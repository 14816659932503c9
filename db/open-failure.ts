import { closeSync, openSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf } from '#server/disk.ts'

const unwritable: Record<string, string> = {
  EROFS: 'it is on a file system that is mounted read-only',
  EACCES: 'this user may not write to it',
  EPERM: 'this user may not write to it',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
}

/** Tries to write to a folder; the file system's code when that fails. */
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

/** Why a file of the portal, or a folder, could not be opened for writing, in words for the person who starts it. */
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
