import type { Store } from './store.ts'

export type Row = Record<string, unknown>
export type RunSql = (sql: string, parameters?: (string | number)[]) => Promise<Row[]>

/** What migrations and tests need beside the store: plain SQL. Not for the domain. */
export interface Engine {
  readonly dialect: 'sqlite' | 'postgres'
  /** One reading statement. */
  readonly query: RunSql
  /** Runs `work` in one transaction of its own, with the enforcement of foreign keys put off to its end on SQLite. */
  alter<T>(work: (run: RunSql) => Promise<T>): Promise<T>
}

const engines = new WeakMap<Store, Engine>()

export const rememberEngine = (store: Store, engine: Engine): void => {
  engines.set(store, engine)
}

export function engineOf(store: Store): Engine {
  const engine = engines.get(store)
  if (!engine) throw new Error('not a store of openStore')
  return engine
}

/** The store once `check` has passed; closed when it did not. */
export async function closeUnless(store: Store, check: Promise<unknown>): Promise<Store> {
  try {
    await check
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}
