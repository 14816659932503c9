import type { Logger } from 'drizzle-orm'
import type { OnStatement, Reader, RunSql, Store } from './types.ts'

/** What migrations and tests need beside the store: plain SQL. Not for the domain. */
export interface Engine {
  readonly dialect: 'sqlite' | 'postgres'
  /** One reading statement. */
  readonly query: RunSql
  /** Runs `work` in one transaction of its own, with the enforcement of foreign keys put off to its end on SQLite. */
  alter<T>(work: (run: RunSql) => Promise<T>): Promise<T>
  /**
   * The newest rows of each table can be read and have their parents. Takes the same time whatever the size.
   * @throws StoreError that names the table otherwise
   */
  checkSample(): Promise<void>
  /** Runs `work` with the committed rows of one moment, whatever is written meanwhile; for as long as it takes. */
  frozen<T>(work: (read: Reader) => Promise<T>): Promise<T>
  /** Reads everything that is stored, which takes time with its size; what is damaged, in words, empty when nothing is. */
  findDamage(): Promise<string[]>
}

/** What Drizzle takes for a log: statements are told to `onStatement`, to nobody when there is none. */
export const toLogger = (onStatement: OnStatement | undefined): Logger | false =>
  onStatement ? { logQuery: onStatement } : false

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
