import { assertOutside } from './guard.ts'
import type { Store, StoreSettings } from './types.ts'

/**
 * Opens the SQLite file of the data folder, or PostgreSQL if there is an address. Does not migrate.
 * @throws StoreError when it is damaged, missing, unreachable, another program's, or newer than this one.
 */
export async function openStore(settings: StoreSettings): Promise<Store> {
  const { databaseUrl } = settings
  if (!databaseUrl) {
    const { openSqlite } = await import('./sqlite/sqlite.ts')
    return openSqlite(settings)
  }
  const { openPostgres } = await import('./postgres/postgres.ts')
  return openPostgres({ ...settings, databaseUrl })
}

const prepared = new WeakMap<Store, WeakMap<WeakKey, unknown>>()

/**
 * The prepared query that `build` creates, once per store: `build` itself is the key, so it must be a constant of its
 * module. Like every read it is refused inside a transaction.
 */
export function prepareOnce<Q>(store: Store, build: (store: Store) => Q): Q {
  assertOutside(store)
  let queries = prepared.get(store)
  if (!queries) {
    queries = new WeakMap()
    prepared.set(store, queries)
  }
  let query = queries.get(build) as Q | undefined
  if (query === undefined) {
    query = build(store)
    queries.set(build, query)
  }
  return query
}

/** The limit of cached rows per query, over all parameters; a value is about a kilobyte. */
const maxCachedRows = 5_000

type CachedRows = { version: number; count: number; rows: Map<string, readonly unknown[]> }
const cache = new WeakMap<object, CachedRows>()

/** Callers share cached rows and must not change them. */
function freeze<Row>(rows: Row[]): readonly Row[] {
  for (const row of rows) {
    for (const value of Object.values(row as object)) Object.freeze(value)
    Object.freeze(row)
  }
  return Object.freeze(rows)
}

type Prepared<Row> = { execute(parameters: Record<string, string | number>): PromiseLike<Row[]> }

/**
 * The rows of a prepared query (see `prepareOnce`). They are read again only after a commit to the database; until then all
 * callers with the same parameters get the same frozen rows. PostgreSQL runs the query at each call.
 */
export async function readUnchanged<Row>(
  store: Store,
  build: (store: Store) => Prepared<Row>,
  parameters: Record<string, string | number>,
): Promise<readonly Row[]> {
  const query = prepareOnce(store, build)
  const version = store.version()
  if (version === null) return query.execute(parameters)
  const key = JSON.stringify(parameters)
  let cached = cache.get(query)
  if (cached?.version !== version) {
    cached = { version, count: 0, rows: new Map() }
    cache.set(query, cached)
  }
  const before = cached.rows.get(key) as readonly Row[] | undefined
  if (before) return before
  const rows = freeze(await query.execute(parameters))
  // A commit between the two version reads makes the version of the rows uncertain.
  if (store.version() !== version) return rows
  cached.count += rows.length + 1
  if (cached.count > maxCachedRows) cache.delete(query)
  else cached.rows.set(key, rows)
  return rows
}
