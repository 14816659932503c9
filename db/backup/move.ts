import { and, asc, eq, getTableColumns, getTableName, gt, or, type SQL } from 'drizzle-orm'
import { type PgColumn, type PgTable, getTableConfig as pgConfig } from 'drizzle-orm/pg-core'
import { getTableConfig as liteConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { engineOf } from '../engine.ts'
import { StoreError } from '../errors.ts'
import { canonicalJson } from '../rows/canonical.ts'
import type { Reader, Store, Tx } from '../types.ts'

const pageSize = 200

type Row = Record<string, unknown>
type TableCopy = { table: string; rows: number; sha256: string }

/** Enough to copy every row in one transaction. */
export const moveLimitMs = 24 * 3_600_000

/** Leases concern only the processes that use one database. */
const leftBehind = 'leases'

/**
 * Copies every row of `source` except its leases into the empty, migrated `target` and compares both, table by table, by
 * count and SHA-256. A target that already has exactly these rows is left unchanged, so that a move can be repeated. The
 * source is only read, as of one moment: later writes are not copied. A PostgreSQL target has all rows afterwards or none; it
 * must be opened with `moveLimitMs`.
 * @throws StoreError when the target has other rows, or the two differ afterwards.
 */
export async function moveStore(
  source: Store,
  target: Store,
  report: (copied: TableCopy) => void = () => {},
): Promise<TableCopy[]> {
  const names = (Object.keys(source.t) as Name[]).filter((name) => name !== leftBehind)
  const filled = await findFilled(target)
  return engineOf(source).frozen((read) => {
    const from = sideOf(source, read)
    const isNot = filled && `the target is not empty: ${filled} has rows`
    if (isNot) return agree({ from, into: sideOf(target, target.read), names, report, refusal: () => isNot })
    const refusal = (table: string) => `${table} differs after the copy: the target must not be used`
    return fill(target, (into, add) => agree({ from, into, add, names, report, refusal }))
  })
}

/** The first table of the store that has rows. */
async function findFilled(store: Store): Promise<string | null> {
  const side = sideOf(store, store.read)
  for (const table of Object.values(store.t))
    if ((await readPage(side, table, undefined)).length > 0) return getTableName(table)
  return null
}

type Name = keyof Store['t']
/** One of the two stores, as it is read. */
type Side = { t: Store['t']; read: Reader; dialect: 'sqlite' | 'postgres' }
type Add = (name: Name, page: Row[]) => Promise<unknown>

const sideOf = (store: Store, read: Reader): Side => ({ t: store.t, read, dialect: engineOf(store).dialect })

const insert = async (tx: Tx, name: Name, page: Row[]): Promise<void> => {
  await tx.insert(tx.t[name] as PgTable).values(page)
}

/** A server survives an interrupted copy, so it gets one transaction; an interrupted export throws its file away. */
const fill = <T>(target: Store, copy: (into: Side, add: Add) => Promise<T>): Promise<T> =>
  engineOf(target).dialect === 'postgres'
    ? target.tx((tx) => copy(sideOf(target, tx), (name, page) => insert(tx, name, page)))
    : copy(sideOf(target, target.read), (name, page) => target.tx((tx) => insert(tx, name, page)))

type Agreeing = {
  from: Side
  into: Side
  /** Copies the rows, which are compared afterwards. */
  add?: Add
  names: Name[]
  report: (copied: TableCopy) => void
  /** The message about a table that differs. */
  refusal: (table: string) => string
}

async function agree({ from, into, add, names, report, refusal }: Agreeing): Promise<TableCopy[]> {
  const copies: TableCopy[] = []
  for (const name of names) {
    const copied = await digestTable(from, name, add)
    const arrived = await digestTable(into, name)
    if (copied.rows !== arrived.rows || copied.sha256 !== arrived.sha256)
      throw new StoreError(refusal(copied.table))
    report(copied)
    copies.push(copied)
  }
  return copies
}

async function digestTable(side: Side, name: Name, each?: Add): Promise<TableCopy> {
  const table: PgTable = side.t[name]
  const hasher = new Bun.CryptoHasher('sha256')
  let rows = 0
  let last: Row | undefined
  for (;;) {
    const page = await readPage(side, table, last)
    if (page.length === 0) return { table: getTableName(table), rows, sha256: hasher.digest('hex') }
    for (const row of page) hasher.update(`${canonicalJson(row)}\n`)
    await each?.(name, page)
    rows += page.length
    last = page.at(-1)
  }
}

/** The rows after `last` in the order of the primary key, which both engines sort alike. */
async function readPage(
  { read, dialect }: Pick<Side, 'read' | 'dialect'>,
  table: PgTable,
  last: Row | undefined,
): Promise<Row[]> {
  const keys = primaryKey(dialect, table)
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

function primaryKey(dialect: Side['dialect'], table: PgTable): Key[] {
  const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>)
  const single = columns.filter(([, column]) => column.primary)
  if (single.length > 0) return single
  // The only place that needs to know the engine of a table.
  const config = dialect === 'postgres' ? pgConfig(table) : liteConfig(table as unknown as SQLiteTable)
  const members = config.primaryKeys.flatMap((key) => key.columns.map((column) => column.name))
  return members.flatMap((member) => columns.filter(([, column]) => column.name === member))
}
