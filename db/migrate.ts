import { guardAudit } from './audit-guard.ts'
import { type Engine, engineOf, type RunSql } from './engine.ts'
import { StoreError } from './errors.ts'
import { type Migration, migrations } from './migrations.ts'
import type { Store } from './store.ts'

type Migrations = typeof migrations

// For people who look; no rule reads it.
const databaseNow = {
  sqlite: 'unixepoch() * 1000',
  postgres: '(extract(epoch from current_timestamp) * 1000)::bigint',
} as const

const lockRow = 'lock'

const hashOf = (migration: Migration): string =>
  new Bun.CryptoHasher('sha256').update(migration.sql).digest('hex')

/**
 * Brings the schema to this program's, in one transaction; doing it again changes nothing.
 * Processes that start together wait for each other.
 * @throws StoreError when the schema is newer, or a migration that was applied has been edited.
 */
export async function migrate(store: Store, known: Migrations = migrations): Promise<{ applied: number }> {
  const engine = engineOf(store)
  try {
    return await bringUp(engine, known)
  } catch (error) {
    if (!isLateTwin(error)) throw error
    return bringUp(engine, known)
  }
}

// PostgreSQL lets two sessions begin the same new table: the later one waits for the first to commit and then fails.
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
    if (waiting.length > 0) await guardAudit(run, engine.dialect)
    return { applied: waiting.length }
  })
}

/** @throws StoreError when the database was migrated by a newer program. */
export async function assertNotNewer(store: Store): Promise<void> {
  const engine = engineOf(store)
  if (await hasMigrations(engine)) refuseNewer(migrations[engine.dialect], await readApplied(engine.query))
}

async function hasMigrations({ dialect, query }: Engine): Promise<boolean> {
  const rows = await query(
    dialect === 'sqlite'
      ? "select name from sqlite_schema where name = '_migrations'"
      : "select table_name from information_schema.tables where table_name = '_migrations' and table_schema = current_schema()",
  )
  return rows.length > 0
}

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

async function apply(run: RunSql, { dialect }: Engine, migration: Migration): Promise<void> {
  await run(migration.sql)
  await run(
    `insert into _migrations (id, hash, applied_at) values ('${migration.id}', '${hashOf(migration)}', ${databaseNow[dialect]})`,
  )
}
