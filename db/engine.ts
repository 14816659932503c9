import type { Logger } from 'drizzle-orm'
import type { OnStatement, Reader, RunSql, Store } from './types.ts'

/** Plain SQL, which migrations and tests need beside the store. Not for the domain. */
export interface Engine {
  readonly dialect: 'sqlite' | 'postgres'
  /** Runs one reading statement. */
  readonly query: RunSql
  /** Runs `work` in a transaction of its own; on SQLite foreign keys are checked only at its end. */
  alter<T>(work: (run: RunSql) => Promise<T>): Promise<T>
  /**
   * Checks that the newest rows of each table can be read and have their parents. Takes the same time for any size.
   * @throws StoreError that names the table otherwise
   */
  checkSample(): Promise<void>
  /** Runs `work` on the rows committed at one moment, unaffected by later writes, for as long as it takes. */
  frozen<T>(work: (read: Reader) => Promise<T>): Promise<T>
  /** Reads all stored data, which takes time in proportion; returns a description of each damage. */
  findDamage(): Promise<string[]>
}

/** A Drizzle logger that passes statements to `onStatement`, if there is one. */
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

/** The store, once `check` has passed; it is closed if the check fails. */
export async function closeUnless(store: Store, check: Promise<unknown>): Promise<Store> {
  try {
    await check
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}
