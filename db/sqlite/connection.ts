import { constants, Database, type Statement } from 'bun:sqlite'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { toLogger } from '../engine.ts'
import { StoreError } from '../errors.ts'
import { assertWritable, describeOpenFailure } from '../open-failure.ts'
import { firstTableSqlite, refuseForeign } from '../rows/foreign.ts'
import type { Db, OnStatement } from '../types.ts'
import { applyPragmas, readOnce, verifyPragmas } from './pragmas.ts'

const maxStatements = 500
// Reading every page of a big file would delay each start: a start reads a sample, and `portal doctor` every page.
const fullCheckBytes = 32 * 1024 * 1024

/**
 * The first connection to the store's file, which is created when missing.
 * @throws StoreError when the file is damaged, locked, another program's, cannot be written, or is missing where it must
 * exist.
 */
export function openFile(file: string, dataDir: string, mustExist: boolean): Database {
  const isThere = existsSync(file)
  if (!isThere && mustExist) throw new StoreError(`there is no database in ${dataDir}`)
  if (!isThere && existsSync(`${file}-wal`)) {
    throw new StoreError(
      `${file} is missing, but its write-ahead log exists: restore the file before starting`,
    )
  }
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const name = basename(file)
    assertWritable(dataDir, [name, `${name}-wal`, `${name}-shm`])
    if (isThere) assertOurs(file)
    const connection = openConnection(file)
    if (isThere && statSync(file).size <= fullCheckBytes) {
      const [row] = readOnce(connection, 'PRAGMA quick_check(1)')
      if (row?.quick_check !== 'ok') throw new StoreError(`${file} is damaged: restore a backup`)
    }
    return connection
  } catch (error) {
    if (error instanceof StoreError) throw error
    throw new StoreError(openFailure(file, error))
  }
}

/** Reads the file without changing it: the connections of the store switch it to a write-ahead log. */
function assertOurs(file: string): void {
  if (statSync(file).isDirectory())
    throw new StoreError(`${file} is a folder, but the portal's database is a file: move the folder away`)
  // Without a log no process writes to the file, and it can be read directly; with one, only SQLite knows the contents.
  const way = existsSync(`${file}-wal`) ? '' : '?immutable=1'
  const flags = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI
  const connection = new Database(pathToFileURL(file).href + way, flags)
  try {
    const remedy = "move it away and restore the portal's file, or set DATA_DIR to another folder"
    refuseForeign(readOnce(connection, firstTableSqlite), { place: file, remedy })
  } finally {
    connection.close()
  }
}

function openFailure(file: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT'))
    return `${file} is damaged: restore a backup`
  if (code.startsWith('SQLITE_BUSY')) return `${file} is locked by another process`
  return `${file} cannot be opened: ${describeOpenFailure(file, error)}`
}

/** A further connection, with the settings that keep acknowledged writes. */
export function openConnection(file: string): Database {
  const connection = new Database(file, { create: true, readwrite: true, strict: true })
  try {
    applyPragmas(connection)
    verifyPragmas(connection)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

export type Connected = { db: Db; close(): void }

/** The calls of Drizzle on a statement, each after `before`. */
const withBefore = (statement: Statement, before: () => void) => {
  const wrap =
    <P extends unknown[], R>(call: (...parameters: P) => R) =>
    (...parameters: P): R => {
      before()
      return call.apply(statement, parameters)
    }
  return {
    run: wrap(statement.run),
    all: wrap(statement.all),
    values: wrap(statement.values),
    finalize: () => statement.finalize(),
  }
}

type Watch = { before: () => void; onStatement: OnStatement | undefined }

/** Drizzle over a connection that caches compiled statements and calls `before` ahead of each use of one. */
export function connect(connection: Database, { before, onStatement }: Watch): Connected {
  const statements = new Map<string, ReturnType<typeof withBefore>>()
  const prepare = (sql: string) => {
    let statement = statements.get(sql)
    if (!statement) {
      const oldest = statements.size >= maxStatements ? statements.keys().next().value : undefined
      if (oldest !== undefined) statements.delete(oldest)
      statement = withBefore(connection.prepare(sql), before)
      statements.set(sql, statement)
    }
    return statement
  }
  const client = { prepare } as unknown as Database
  return {
    db: drizzle({ client, casing: 'snake_case', logger: toLogger(onStatement) }) as unknown as Db,
    close() {
      // A connection with open statements stays half open, and so does its write-ahead log.
      for (const statement of statements.values()) statement.finalize()
      connection.close()
    },
  }
}
