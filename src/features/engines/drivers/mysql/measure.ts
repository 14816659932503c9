import { EngineBusy } from '#server/system/programs/engine-refused.ts'
import type { SlowStatement, Usage } from '../../contract/database-engine.ts'
import { type Admin, quoteText } from './connection.ts'

const slowest = 20

/** Sizes of InnoDB files by database; `information_schema.TABLES` updates them only after a while. */
const tablespaces = (isMariaDb: boolean) =>
  isMariaDb ? 'information_schema.INNODB_SYS_TABLESPACES' : 'information_schema.INNODB_TABLESPACES'

/**
 * Sizes of tables in other storage engines, without those locked now. MariaDB opens each of them and would wait.
 * @throws EngineBusy when it takes too long
 */
async function readOthers(admin: Admin, isMariaDb: boolean, database: string): Promise<number> {
  const limits = isMariaDb ? 'SET STATEMENT lock_wait_timeout = 0, max_statement_time = 1 FOR ' : ''
  const [row] = await admin.ask<{ bytes: string | null }>(
    `${limits}SELECT sum(DATA_LENGTH + INDEX_LENGTH) AS bytes
     FROM information_schema.TABLES WHERE ENGINE <> 'InnoDB' AND TABLE_SCHEMA = ${quoteText(database)}`,
  )
  return Number(row?.bytes ?? 0)
}

/** As `DatabaseEngine.measure`. */
export async function measure(
  admin: Admin,
  isMariaDb: boolean,
  databases: readonly string[],
): Promise<Map<string, Usage>> {
  if (databases.length === 0) return new Map()
  const list = databases.map(quoteText).join(', ')
  const rows = await admin.ask<{ name: string; bytes: string | null; connections: string | null }>(
    `SELECT s.SCHEMA_NAME AS name, coalesce(f.bytes, 0) AS bytes, coalesce(p.connections, 0) AS connections
     FROM information_schema.SCHEMATA s
     LEFT JOIN (SELECT substring_index(NAME, '/', 1) AS db, sum(FILE_SIZE) AS bytes
       FROM ${tablespaces(isMariaDb)} WHERE substring_index(NAME, '/', 1) IN (${list}) GROUP BY db) f ON f.db = s.SCHEMA_NAME
     LEFT JOIN (SELECT d.db, count(*) AS connections
       FROM (SELECT DISTINCT replace(Db, '\\', '') AS db, User AS user FROM mysql.db) d
       JOIN information_schema.PROCESSLIST l ON l.USER = d.user AND l.COMMAND <> 'Killed' GROUP BY d.db) p ON p.db = s.SCHEMA_NAME
     WHERE s.SCHEMA_NAME IN (${list})`,
  )
  const found = new Map<string, Usage>()
  for (const { name, bytes, connections } of rows) {
    // One database with too many tables must not prevent measuring the others.
    const others = await readOthers(admin, isMariaDb, name).catch((error: unknown) => {
      if (error instanceof EngineBusy) return 0
      throw error
    })
    found.set(name, { bytes: Number(bytes) + others, connections: Number(connections) })
  }
  return found
}

/** As `DatabaseEngine.readSlow`. */
export async function readSlow(admin: Admin, database: string): Promise<SlowStatement[] | null> {
  const [setting] = await admin.ask<{ isOn: number }>('SELECT @@performance_schema AS isOn')
  if (Number(setting?.isOn) !== 1) return null
  // Picoseconds.
  const rows = await admin.ask<{ statement: string; calls: string; mean: string }>(
    `SELECT DIGEST_TEXT AS statement, COUNT_STAR AS calls, AVG_TIMER_WAIT / 1000000000 AS mean
     FROM performance_schema.events_statements_summary_by_digest
     WHERE SCHEMA_NAME = ${quoteText(database)} AND DIGEST_TEXT IS NOT NULL
     ORDER BY AVG_TIMER_WAIT DESC LIMIT ${slowest}`,
  )
  return rows.map(({ statement, calls, mean }) => ({ statement, calls: Number(calls), meanMs: Number(mean) }))
}
