import { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { StoreError } from '../errors.ts'
import { assertWritable, describeOpenFailure } from '../open-failure.ts'

export type DataLock = { close(): void }

/**
 * Locks the data folder for this process. The system releases the lock when the process ends in any way.
 * @throws StoreError when another process has it, or the folder cannot be written.
 */
export function openDataLock(dataDir: string): DataLock {
  let connection: Database | undefined
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    assertWritable(dataDir, ['lock.db', 'lock.db-journal'])
    connection = new Database(join(dataDir, 'lock.db'), { create: true, readwrite: true })
    connection.run('PRAGMA busy_timeout = 0')
    connection.run('BEGIN EXCLUSIVE')
  } catch (error) {
    connection?.close()
    throw error instanceof StoreError ? error : new StoreError(lockFailure(dataDir, error))
  }
  const held = connection
  return { close: () => held.close() }
}

function lockFailure(dataDir: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('SQLITE_BUSY')) return `${dataDir} is in use by another portal process`
  return `${dataDir} cannot be used: ${describeOpenFailure(join(dataDir, 'lock.db'), error)}`
}
