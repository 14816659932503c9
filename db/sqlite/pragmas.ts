import type { Database } from 'bun:sqlite'
import { StoreError } from '../errors.ts'
import type { Row } from '../types.ts'

// synchronous=FULL: with NORMAL a power cut lost acknowledged rows. trusted_schema=0: a foreign file runs no code.
// recursive_triggers=1: a row removed by REPLACE fires its delete trigger, so the audit log stays append-only.
const required = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  busy_timeout: 100,
  trusted_schema: 0,
  recursive_triggers: 1,
} as const

const tuning = ['cache_size = -32768', 'temp_store = MEMORY', 'journal_size_limit = 67108864']

/** The rows of a statement that is used once. */
export function readOnce(connection: Database, sql: string, parameters: (string | number)[] = []): Row[] {
  const statement = connection.prepare<Row, (string | number)[]>(sql)
  try {
    return statement.all(...parameters)
  } finally {
    statement.finalize()
  }
}

/** Sets the behaviour of every connection to the portal's file. */
export function applyPragmas(connection: Database): void {
  connection.run(`PRAGMA busy_timeout = ${required.busy_timeout}`)
  for (const [name, value] of Object.entries(required)) connection.run(`PRAGMA ${name} = ${value}`)
  for (const setting of tuning) connection.run(`PRAGMA ${setting}`)
}

/** Passes when the connection is durable. @throws StoreError that names the wrong setting. */
export function verifyPragmas(connection: Database): void {
  for (const [name, value] of Object.entries(required)) {
    const [row] = readOnce(connection, `PRAGMA ${name}`)
    const actual = row && Object.values(row)[0]
    if (actual !== value) throw new StoreError(`SQLite setting ${name} is ${actual}, it must be ${value}`)
  }
}
