import type { Driver } from '#server/driver.ts'
import type { DatabaseType } from './kinds.ts'

/** Where applications connect. */
export type Endpoint = { host: string; port: number }

/** What a database and its user are called within the engine: no customer chooses these, so no two can collide. */
export type EngineNames = { database: string; user: string }

export type Credentials = EngineNames & { password: string }

/** Three databases of the engine: what applications use, what takes its place, and the name of what it was. */
export type Replacement = { live: EngineNames; by: EngineNames; aside: string }

/** What the engine is to have. */
export type Wanted = Credentials & {
  /** Whether connections are accepted; closing ends those that are open. */
  isOpen: boolean
  /** The addresses outside this machine that may connect, over TLS, as CIDR. */
  allow: readonly string[]
  /** Whether connections that are open end, as those that came in with a former password. */
  endsSessions?: boolean
}

/** Sizes in bytes; `connections` are those of the customer's user. */
export type Usage = { bytes: number; connections: number }

export type SlowStatement = { statement: string; calls: number; meanMs: number }

/** A column of a result; `type` in the engine's words. */
export type ResultColumn = { name: string; type: string }

/** Values as the engine writes them as text; null for NULL. `isCut`: there were more rows, or longer values, than the caps. */
export type StatementResult = {
  /** The first word of the statement, such as `SELECT`. */
  command: string
  columns: ResultColumn[]
  rows: (string | null)[][]
  /** Rows that the statement changed; null when it changes none. */
  affected: number | null
  isCut: boolean
  /** What the engine does otherwise than the statement has it, as a sentence. */
  note: string | null
  durationMs: number
}

/** `timeoutMs` holds for each statement. */
export type Caps = { maxRows: number; maxBytes: number; timeoutMs: number }

/** A connection as the customer's own user. */
export interface EngineSession {
  /**
   * Runs the statements of a text one after the other, as the engine separates them; results come as they end.
   * @throws EngineRefused at the first that fails, EngineUnavailable
   */
  run(sql: string, caps: Caps): AsyncIterable<StatementResult>
  /** One statement with values in the place of its parameters: `$1` in PostgreSQL, `?` in MySQL. @throws as `run` */
  ask(sql: string, values: readonly (string | null)[], caps: Caps): Promise<StatementResult>
  /** What is running ends with EngineRefused. */
  cancel(): Promise<void>
  close(): Promise<void>
}

export type ColumnFacts = {
  name: string
  type: string
  isNullable: boolean
  /** As SQL; null without one. */
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

/** A node of a plan; `details` in the engine's words. */
export type PlanNode = {
  label: string
  details: string[]
  cost: number | null
  rows: number | null
  children: PlanNode[]
}

/** What writes down a database, for the note beside the file: a program and its version, or `built-in`. */
type DumpTool = { name: string; version: string | null }

export type Dump = { tool: DumpTool; content: ReadableStream<Uint8Array> }

/** One kind of SQL database. */
export interface SqlTools {
  /** @throws EngineRefused, EngineUnavailable */
  open(credentials: Credentials): Promise<EngineSession>
  /** A name as it is written in a statement. */
  quoteName(name: string): string
  /** `$1` or `?`; counted from 1. */
  placeholder(index: number): string
  readTables(session: EngineSession, caps: Caps): Promise<TableFacts[]>
  /** Runs nothing. @throws EngineRefused when the statement cannot be explained */
  explain(session: EngineSession, sql: string, caps: Caps): Promise<PlanNode>
}

/** A kind of database that customers can have. Every verb may be called again with the same effect. */
export interface DatabaseEngine extends Driver {
  readonly type: DatabaseType
  /** Absent for an engine that has no SQL. */
  readonly sql?: SqlTools
  /** How the operator gets one when none is connected, as a command or a setting; null when one is. */
  readonly advice: string | null
  /** Why no address outside this machine can be let in, as a sentence for the customer; null when it can. */
  readonly remoteAccessProblem: string | null
  /** Starts it if need be and answers where applications connect. @throws EngineUnavailable */
  connect(): Promise<Endpoint>
  /** Whether it has one of these names already, whoever made it. @throws EngineUnavailable */
  isTaken(names: EngineNames): Promise<boolean>
  /**
   * It has the database and the user exactly as wanted: no other database is open to the user, and to no other user this one.
   * What ends access is done first, within seconds, whatever locks the sessions of the user hold. The caller has made sure that
   * the names are its own. @throws EngineUnavailable, among them EngineBusy, and EngineRefused
   */
  ensure(wanted: Wanted): Promise<void>
  /** Neither exists any more, open connections are ended. @throws EngineUnavailable */
  remove(names: EngineNames): Promise<void>
  /** By the name of the database; those that do not exist are left out. @throws EngineUnavailable */
  measure(databases: readonly string[]): Promise<Map<string, Usage>>
  /** The slowest statements of one database; null when the engine does not tell. @throws EngineUnavailable */
  readSlow(database: string): Promise<SlowStatement[] | null>
  /** A dump as `load` takes it, in plain form. An error ends the stream. @throws EngineUnavailable, EngineRefused */
  dump(names: EngineNames, signal: AbortSignal): Promise<Dump>
  /**
   * Puts a dump into a database, with the rights of its own user and nothing more: plain, gzip or, for PostgreSQL, its custom
   * format. What was there before stays unless the dump drops it. Answers, as sentences, what is otherwise than the dump says.
   * @throws EngineRefused with the engine's sentence and what of the dump stays, EngineUnavailable, EngineEnded
   */
  load(
    credentials: Credentials,
    content: ReadableStream<Uint8Array>,
    signal: AbortSignal,
  ): Promise<readonly string[]>
  /**
   * `live` has the contents of `by`, all of it owned by its own user; the database `aside` has what `live` had, and the database
   * of `by` exists no more, though its user does. Open connections are ended. Called again it ends what was begun, and does
   * nothing once `by` is gone and `aside` there; with `by` and `aside` exchanged it is undone.
   * @throws EngineRefused: nothing has changed; EngineUnavailable: it may have begun
   */
  replace(step: Replacement): Promise<void>
}

export type DatabaseEngines = Readonly<Record<DatabaseType, DatabaseEngine>>
