import { guardAudit, isAuditGuarded } from '../audit/guard.ts'
import { type Engine, engineOf } from '../engine.ts'
import { StoreError } from '../errors.ts'
import { type Migration, migrations } from './migrations.ts'
import type { RunSql, Store } from '../types.ts'

type Migrations = typeof migrations

// For people only; no code reads it.
const databaseNow = {
  sqlite: 'unixepoch() * 1000',
  postgres: '(extract(epoch from current_timestamp) * 1000)::bigint',
} as const

const lockRow = 'lock'

const hashOf = (migration: Migration): string =>
  new Bun.CryptoHasher('sha256').update(migration.sql).digest('hex')

/**
 * Migrates the schema to this program's, in one transaction; a repeated call reads a sample of the rows, and changes nothing
 * unless the guards of the audit log are missing. Processes that start together wait for each other.
 * @throws StoreError when the schema is newer, an applied migration was edited, or the sample is damaged.
 */
export async function migrate(store: Store, known: Migrations = migrations): Promise<{ applied: number }> {
  const engine = engineOf(store)
  if (await isUpToDate(engine, known)) {
    await engine.checkSample()
    if (await isAuditGuarded(engine)) return { applied: 0 }
  }
  try {
    return await bringUp(engine, known)
  } catch (error) {
    if (!isLateTwin(error)) throw error
    return bringUp(engine, known)
  }
}

async function isUpToDate(engine: Engine, known: Migrations): Promise<boolean> {
  if (!(await hasTable(engine, '_migrations'))) return false
  const applied = await readApplied(engine.query)
  const all = known[engine.dialect]
  refuseNewer(all, applied)
  return all.every((migration) => isApplied(migration, applied))
}

// PostgreSQL lets two sessions create the same new table: the later one waits for the first to commit and then fails.
const isLateTwin = (error: unknown): boolean =>
  error instanceof Error && 'errno' in error && ['23505', '42P07'].includes(String(error.errno))

async function bringUp(engine: Engine, known: Migrations): Promise<{ applied: number }> {
  return engine.alter(async (run) => {
    await run(
      'create table if not exists _migrations (id text primary key, hash text not null, applied_at bigint not null)',
    )
    await run(
      `insert into _migrations (id, hash, applied_at) values ('${lockRow}', '', 0) on conflict (id) do nothing`,
    )
    if (engine.dialect === 'postgres')
      await run(`select id from _migrations where id = '${lockRow}' for update`)
    const applied = await readApplied(run)
    const waiting = known[engine.dialect].filter((migration) => !isApplied(migration, applied))
    refuseNewer(known[engine.dialect], applied)
    for (const migration of waiting) await apply(run, engine, migration)
    await guardAudit(run, engine.dialect)
    return { applied: waiting.length }
  })
}

/** @throws StoreError when the database was migrated by a newer program. */
export async function assertNotNewer(store: Store): Promise<void> {
  const engine = engineOf(store)
  if (await hasTable(engine, '_migrations'))
    refuseNewer(migrations[engine.dialect], await readApplied(engine.query))
}

/** Whether the table exists in the schema that the connection works in. */
export async function hasTable({ dialect, query }: Engine, name: string): Promise<boolean> {
  const rows = await query(
    dialect === 'sqlite'
      ? `select name from sqlite_schema where name = '${name}'`
      : `select table_name from information_schema.tables where table_name = '${name}' and table_schema = current_schema()`,
  )
  return rows.length > 0
}

/** Whether the schema is this program's. @throws StoreError when it is newer */
export const isCurrent = (store: Store): Promise<boolean> => isUpToDate(engineOf(store), migrations)

/** Whether a portal has ever migrated the database. */
export const isMigrated = (store: Store): Promise<boolean> => hasTable(engineOf(store), '_migrations')

async function readApplied(run: RunSql): Promise<Map<string, string>> {
  const rows = await run(`select id, hash from _migrations where id <> '${lockRow}' order by id`)
  return new Map(rows.map((row) => [String(row.id), String(row.hash)]))
}

function isApplied(migration: Migration, applied: Map<string, string>): boolean {
  const hash = applied.get(migration.id)
  if (hash === undefined) return false
  if (hash !== hashOf(migration))
    throw new StoreError(`migration ${migration.id} was edited after it was applied`)
  return true
}

function refuseNewer(known: readonly Migration[], applied: Map<string, string>): void {
  const foreign = [...applied.keys()].find((id) => !known.some((migration) => migration.id === id))
  if (foreign) throw new StoreError(`the database is newer than this program (it has migration ${foreign})`)
}

// drizzle-kit names the schema `public` in every foreign key; the tables are in the one that search_path names.
const inCurrentSchema = (sql: string): string => sql.replaceAll('"public".', '')

async function apply(run: RunSql, { dialect }: Engine, migration: Migration): Promise<void> {
  await run(inCurrentSchema(migration.sql))
  await run(
    `insert into _migrations (id, hash, applied_at) values ('${migration.id}', '${hashOf(migration)}', ${databaseNow[dialect]})`,
  )
}
