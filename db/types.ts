import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { LongReadLimits } from './long-reads.ts'
import type { OutageListener } from './outage.ts'
import type { Schema } from './schema/schema.ts'

export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>

export type Reader = Pick<Db, 'select' | 'selectDistinct' | '$count' | 'with' | '$with'>

/** The source of a read: committed rows, or those that a transaction sees. */
export type Source = { readonly read: Reader; readonly t: Schema }

export type Tx = Reader &
  Pick<Db, 'insert' | 'update' | 'delete'> &
  Source & {
    /** Calls `run`, which must not throw, once the transaction has committed; never when it is rolled back. */
    afterCommit(run: () => void): void
  }

/** The storage interface of the domain. */
export interface Store extends Source {
  /** Committed rows, outside any transaction. @throws StoreUnavailable, QueryFailed */
  readonly read: Reader
  /**
   * Committed rows by a read that may take long, such as a search without an index, and delays no other work. Each
   * statement sees the commits before its start, and not the snapshot that `read` uses.
   * @throws StoreUnavailable `busy` when too many wait already, `slow` when it took longer than 10 s, QueryFailed
   */
  readLong<T>(query: (read: Reader) => PromiseLike<T>): Promise<T>
  /**
   * Runs `work` in one transaction: short, database-only, repeatable.
   * @throws Duplicate, StoreUnavailable, QueryFailed, or the error of `work`; nothing is stored then.
   */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Locks the rows that `query` selects until the transaction ends; SQLite has one writer and needs none. */
  lock<Q>(query: Q, options?: { skipLocked?: boolean }): Q
  /**
   * The version of the rows that `read` sees now, which changes with every commit of any process. `null` for PostgreSQL, which
   * would need a query.
   */
  version(): number | null
  close(): Promise<void>
}

export type OnStatement = (sql: string, parameters: unknown[]) => void

export type StoreSettings = {
  dataDir: string
  databaseUrl?: string | undefined
  /** The name of the address in messages; DATABASE_URL by default. */
  addressIn?: string
  /** Refuses to set up a new, empty database: for commands that work on an existing one. */
  mustExist?: boolean
  /** The time limit of a transaction's body. */
  bodyLimitMs?: number
  /** Called when PostgreSQL becomes unreachable and when it is back. */
  onOutage?: OutageListener
  longReads?: LongReadLimits
  /** Called with every statement before it runs, and its parameters. */
  onStatement?: OnStatement
}

export type Row = Record<string, unknown>

export type RunSql = (sql: string, parameters?: (string | number)[]) => Promise<Row[]>
