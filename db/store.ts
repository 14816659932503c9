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
