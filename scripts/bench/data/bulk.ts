import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { SQL } from 'bun'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { CasingCache } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'

// Writes rows faster than any portal could, by giving up durability: for data that can be recreated.

export type Bulk = {
  /** All rows of one call name the same columns. */
  insert<T extends PgTable>(table: T, rows: T['$inferInsert'][]): Promise<void>
  /** Restores indexes and durability. */
  finish(): Promise<void>
}

const casing = new CasingCache('snake_case')

/** The columns that the rows contain, by their names in the program and in the database. */
function columnsOf(table: PgTable, row: object): { key: string; name: string }[] {
  const columns = getTableColumns(table)
  return Object.keys(row).map((key) => {
    const column = columns[key]
    if (!column) throw new Error(`${getTableName(table)} has no column ${key}`)
    return { key, name: casing.getColumnCasing(column) }
  })
}

const asSqlite = (value: unknown): string | number | null => {
  if (value === undefined || value === null) return null
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number)
}

/** The SQLite file of a data folder that no process has open, without its indexes and without waiting for the disk. */
function openSqliteBulk(dataDir: string): Bulk {
  const db = new Database(join(dataDir, 'portal.db'), { readwrite: true, create: false })
  const wishes = [
    'synchronous = OFF',
    'foreign_keys = OFF',
    'locking_mode = EXCLUSIVE',
    'cache_size = -262144',
  ]
  db.run('PRAGMA journal_mode = MEMORY')
  for (const wish of wishes) db.run(`PRAGMA ${wish}`)
  const indexes = db
    .query<{ name: string; sql: string }, []>(
      "select name, sql from sqlite_schema where type = 'index' and sql is not null",
    )
    .all()
  for (const { name } of indexes) db.run(`drop index ${name}`)
  return {
    async insert(table, rows) {
      const [first] = rows
      if (!first) return
      const columns = columnsOf(table, first)
      const names = columns.map(({ name }) => `"${name}"`).join(', ')
      const places = columns.map(() => '?').join(', ')
      const statement = db.prepare(`insert into ${getTableName(table)} (${names}) values (${places})`)
      db.run('BEGIN')
      for (const row of rows as Record<string, unknown>[])
        statement.run(...columns.map(({ key }) => asSqlite(row[key])))
      db.run('COMMIT')
      statement.finalize()
    },
    async finish() {
      for (const { sql } of indexes) db.run(sql)
      db.run('PRAGMA journal_mode = WAL')
      db.run('PRAGMA synchronous = FULL')
      db.close()
    },
  }
}

type Index = { name: string; definition: string }

const looseIndexes = `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = current_schema()::regnamespace
    and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`

/** A PostgreSQL database without its indexes, foreign keys and triggers; only a superuser may disable them. */
async function openPostgresBulk(databaseUrl: string): Promise<Bulk> {
  const client = new SQL(databaseUrl, { max: 1 })
  await client.unsafe("set session_replication_role = 'replica'")
  await client.unsafe('set synchronous_commit = off')
  const indexes = [...((await client.unsafe(looseIndexes)) as Index[])]
  // A foreign key depends on the unique index it was declared for, which therefore stays.
  const gone: Index[] = []
  for (const index of indexes) {
    await client.unsafe(`drop index ${index.name}`).then(
      () => gone.push(index),
      () => {},
    )
  }
  return {
    async insert(table, rows) {
      const [first] = rows
      if (!first) return
      const columns = columnsOf(table, first)
      const names = columns.map(({ name }) => `"${name}"`).join(', ')
      const name = getTableName(table)
      const renamed = (rows as Record<string, unknown>[]).map((row) =>
        Object.fromEntries(columns.map((column) => [column.name, row[column.key] ?? null])),
      )
      await client.unsafe(
        `insert into ${name} (${names}) select ${names} from json_populate_recordset(null::${name}, $1::text::json)`,
        [JSON.stringify(renamed)],
      )
    },
    async finish() {
      await client.unsafe("set maintenance_work_mem = '512MB'")
      for (const { definition } of gone) await client.unsafe(definition)
      await client.unsafe('vacuum analyze')
      await client.close()
    },
  }
}

/** Opens a migrated, idle database for bulk inserts: the one at the address, or the file of the data folder. */
export const openBulk = async (dataDir: string, databaseUrl?: string): Promise<Bulk> =>
  databaseUrl ? openPostgresBulk(databaseUrl) : openSqliteBulk(dataDir)
