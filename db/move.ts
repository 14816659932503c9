import { and, asc, eq, getTableColumns, getTableName, gt, or, type SQL } from 'drizzle-orm'
import { type PgColumn, type PgTable, getTableConfig as pgConfig } from 'drizzle-orm/pg-core'
import { getTableConfig as liteConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { canonicalJson } from './canonical.ts'
import { engineOf, rememberEngine } from './engine.ts'
import { StoreError } from './errors.ts'
import type { Reader, Store } from './store.ts'

const pageSize = 200

type Row = Record<string, unknown>
type TableCopy = { table: string; rows: number; sha256: string }

/**
 * Copies every row of `source` into the empty, migrated `target` and compares both, table by table, by count and SHA-256.
 * The source is only read, as it is at one moment: what is written to it meanwhile stays behind.
 * @throws StoreError when the target is not empty, or the two differ afterwards.
 */
export async function moveStore(
  source: Store,
  target: Store,
  report: (copied: TableCopy) => void = () => {},
): Promise<TableCopy[]> {
  const names = Object.keys(source.t) as (keyof Store['t'])[]
  for (const name of names) {
    if ((await readPage(target, target.t[name], undefined)).length > 0) {
      throw new StoreError(`the target is not empty: ${getTableName(target.t[name])} has rows`)
    }
  }
  const engine = engineOf(source)
  return engine.frozen((read) => {
    const frozen = { ...source, read }
    rememberEngine(frozen, engine)
    return copyTables({ source: frozen, target, names, report })
  })
}

type Copying = {
  source: Store
  target: Store
  names: (keyof Store['t'])[]
  report: (copied: TableCopy) => void
}

async function copyTables({ source, target, names, report }: Copying): Promise<TableCopy[]> {
  const copies: TableCopy[] = []
  for (const name of names) {
    const copied = await copyTable(source, target, name)
    const arrived = await digestTable(target, target.t[name])
    if (copied.rows !== arrived.rows || copied.sha256 !== arrived.sha256) {
      throw new StoreError(`${copied.table} differs after the copy: the target must not be used`)
    }
    report(copied)
    copies.push(copied)
  }
  return copies
}

async function copyTable(source: Store, target: Store, name: keyof Store['t']): Promise<TableCopy> {
  return digestTable(source, source.t[name], async (page) => {
    await target.tx(async (tx) => {
      await tx.insert(tx.t[name] as PgTable).values(page)
    })
  })
}

async function digestTable(
  store: Store,
  table: PgTable,
  each: (page: Row[]) => Promise<void> = async () => {},
): Promise<TableCopy> {
  const hasher = new Bun.CryptoHasher('sha256')
  let rows = 0
  let last: Row | undefined
  for (;;) {
    const page = await readPage(store, table, last)
    if (page.length === 0) return { table: getTableName(table), rows, sha256: hasher.digest('hex') }
    for (const row of page) hasher.update(`${canonicalJson(row)}\n`)
    await each(page)
    rows += page.length
    last = page.at(-1)
  }
}

/** The rows behind `last` in the order of the primary key, which both engines sort alike. */
async function readPage(store: Store, table: PgTable, last: Row | undefined): Promise<Row[]> {
  const keys = primaryKey(store, table)
  const read: Reader = store.read
  return read
    .select()
    .from(table)
    .where(last && behind(keys, last))
    .orderBy(...keys.map(([, column]) => asc(column)))
    .limit(pageSize)
}

type Key = [property: string, column: PgColumn]

function behind(keys: Key[], last: Row): SQL | undefined {
  const alternatives = keys.map(([property, column], index) =>
    and(
      ...keys.slice(0, index).map(([name, earlier]) => eq(earlier, last[name])),
      gt(column, last[property]),
    ),
  )
  return or(...alternatives)
}

function primaryKey(store: Store, table: PgTable): Key[] {
  const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>)
  const single = columns.filter(([, column]) => column.primary)
  if (single.length > 0) return single
  // The one place that needs to know which spelling the table has.
  const config =
    engineOf(store).dialect === 'postgres' ? pgConfig(table) : liteConfig(table as unknown as SQLiteTable)
  const members = config.primaryKeys.flatMap((key) => key.columns.map((column) => column.name))
  return members.flatMap((member) => columns.filter(([, column]) => column.name === member))
}
