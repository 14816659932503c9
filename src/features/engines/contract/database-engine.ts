import type { Driver } from '#server/driver.ts'
import type { DatabaseType } from './kinds.ts'

/** The endpoint for applications. */
export type Endpoint = { host: string; port: number }

/** Engine names of a database and its user: chosen by the portal, not by customers, so they cannot collide. */
export type EngineNames = { database: string; user: string }

export type Credentials = EngineNames & { password: string }

/** Three databases of the engine: the live one, its replacement, and the name under which the live one is set aside. */
export type Replacement = { live: EngineNames; by: EngineNames; aside: string }

/** The desired state of a database. */
export type DesiredDatabase = Credentials & {
  /** Whether connections are accepted; closing also ends open ones. */
  isOpen: boolean
  /** External addresses that may connect, over TLS, as CIDR. */
  allow: readonly string[]
  /** Whether open connections end, such as those of a previous password. */
  endsSessions?: boolean
}

/** Sizes in bytes; `connections` are those of the customer's user. */
export type Usage = { bytes: number; connections: number }

export type SlowStatement = { statement: string; calls: number; meanMs: number }

/** A result column; `type` as the engine names it. */
export type ResultColumn = { name: string; type: string }

/** Values as the engine writes them as text; null for NULL. `isCut`: the caps cut off rows or values. */
export type StatementResult = {
  /** First word of the statement, such as `SELECT`. */
  command: string
  columns: ResultColumn[]
  rows: (string | null)[][]
  /** Rows changed; null for statements that change none. */
  affected: number | null
  isCut: boolean
  /** A deviation of the engine from the statement, as a sentence. */
  note: string | null
  durationMs: number
}

/** `timeoutMs` applies to each statement. */
export type Caps = { maxRows: number; maxBytes: number; timeoutMs: number }

/** A connection as the customer's own user. */
export interface EngineSession {
  /**
   * Runs the statements of a text in order, split by the engine's rules; yields each result when it is complete.
   * @throws EngineRefused at the first that fails, EngineUnavailable
   */
  run(sql: string, caps: Caps): AsyncIterable<StatementResult>
  /** Runs one statement with parameters: `$1` in PostgreSQL, `?` in MySQL. @throws as `run` */
  ask(sql: string, values: readonly (string | null)[], caps: Caps): Promise<StatementResult>
  /** Ends the running statement with EngineRefused. */
  cancel(): Promise<void>
  close(): Promise<void>
}

export type ColumnFacts = {
  name: string
  type: string
  isNullable: boolean
  /** As SQL; null without a default. */
  fallback: string | null
  /** Position in the primary key from 1; null for other columns. */
  keyPosition: number | null
}

export type IndexFacts = { name: string; columns: string[]; isUnique: boolean }

export type TableFacts = {
  schema: string
  name: string
  kind: 'table' | 'view'
  columns: ColumnFacts[]
  indexes: IndexFacts[]
  /** An estimate of the engine; null when it has none. */
  rows: number | null
  bytes: number | null
}

/** A plan node; `details` as the engine names them. */
export type PlanNode = {
  label: string
  details: string[]
  cost: number | null
  rows: number | null
  children: PlanNode[]
}

/** The program that writes dumps and its version, or `built-in`; noted beside the file. */
type DumpTool = { name: string; version: string | null }

export type Dump = { tool: DumpTool; content: ReadableStream<Uint8Array> }

/** The SQL tools of an engine. */
export interface SqlTools {
  /** @throws EngineRefused, EngineUnavailable */
  open(credentials: Credentials): Promise<EngineSession>
  /** A quoted identifier. */
  quoteName(name: string): string
  /** `$1` or `?`; counted from 1. */
  placeholder(index: number): string
  readTables(session: EngineSession, caps: Caps): Promise<TableFacts[]>
  /** Plans without running. @throws EngineRefused when the statement cannot be explained */
  explain(session: EngineSession, sql: string, caps: Caps): Promise<PlanNode>
}

/** An engine for customers' databases. Every method is repeatable with the same effect. */
export interface DatabaseEngine extends Driver {
  readonly type: DatabaseType
  /** Absent for engines without SQL. */
  readonly sql?: SqlTools
  /** How the operator connects an engine, as a command or a setting; null when one is connected. */
  readonly advice: string | null
  /** Why external addresses cannot be allowed, as a sentence for the customer; null when they can. */
  readonly remoteAccessProblem: string | null
  /** Starts the engine if necessary and returns the endpoint for applications. @throws EngineUnavailable */
  connect(): Promise<Endpoint>
  /** Whether a database or user of this name exists, including those the portal did not create. @throws EngineUnavailable */
  isTaken(names: EngineNames): Promise<boolean>
  /**
   * Brings database and user to the desired state: the user has access to no other database, and no other user has access to this
   * one. Access is revoked first, within seconds, whatever locks the user's sessions hold. The caller guarantees that the names
   * are
   * the customer's. @throws EngineUnavailable, including EngineBusy, and EngineRefused
   */
  ensure(wanted: DesiredDatabase): Promise<void>
  /** Removes database and user, and ends open connections. @throws EngineUnavailable */
  remove(names: EngineNames): Promise<void>
  /** Usage by database name; missing databases are omitted. @throws EngineUnavailable */
  measure(databases: readonly string[]): Promise<Map<string, Usage>>
  /** The slowest statements of one database; null when the engine does not report them. @throws EngineUnavailable */
  readSlow(database: string): Promise<SlowStatement[] | null>
  /** A plain dump that `load` accepts. Errors end the stream. @throws EngineUnavailable, EngineRefused */
  dump(names: EngineNames, signal: AbortSignal): Promise<Dump>
  /**
   * Loads a dump into a database with the rights of its own user only: plain, gzip or, for PostgreSQL, its custom format.
   * Existing data stays unless the dump drops it. Returns deviations from the dump, as sentences.
   * @throws EngineRefused with the engine's message and what remains of the dump, EngineUnavailable, EngineEnded
   */
  load(
    credentials: Credentials,
    content: ReadableStream<Uint8Array>,
    signal: AbortSignal,
  ): Promise<readonly string[]>
  /**
   * Gives `live` the contents of `by`, owned by the user of `live`, and moves the previous contents of `live` to the database
   * `aside`. The database `by` is removed; its user stays. Open connections end. A repeated call completes the exchange, and does
   * nothing if it was complete; swapping `by` and `aside` undoes it.
   * @throws EngineRefused: nothing has changed; EngineUnavailable: it may be partly done
   */
  replace(step: Replacement): Promise<void>
}

export type DatabaseEngines = Readonly<Record<DatabaseType, DatabaseEngine>>
