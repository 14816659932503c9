import type { DatabaseEngine, EngineNames, SqlTools } from '#features/engines/contract/database-engine.ts'

/** The differences between SQL dialects. */
export type Dialect = {
  /**
   * Tables with odd types and values, among them `orders (id, customer, note)` with an index on `customer`, and the one view
   * `named`; routines and triggers, too.
   */
  schema: string
  /** Uses everything that `schema` creates: changes rows, calls routines, fires triggers, reads the view. */
  useSchema: string
  /** A view, a routine and a trigger over one table, none of them named as in `schema`. */
  small: string
  /** Uses everything of `small`. */
  useSmall: string
  /** Leaves at least a megabyte in a table. */
  fillMegabyte: string
  /** Ends after 30 seconds. */
  sleep: string
  /** A statement that ignores an interrupt, if the engine allows that. */
  stubborn: string
  /**
   * The statements by which a customer holds every lock available to them, by session, in a database with `schema`; the
   * last statement of a session may block.
   */
  locks: (mine: EngineNames) => string[][]
  /** The same for objects of another customer or the whole server; the first list runs to its end. */
  grabs: (other: EngineNames) => string[][]
  /** Returns 100,000 rows. */
  manyRows: string
  /** The position at which the engine reports the error in `selekt 'x'`. */
  faultOfSelekt: string
  asText: (expression: string) => string
  /** Statements that a customer may not run; those that write files write `file`. */
  hostile: (other: EngineNames, file: string) => string[]
  /** Dumps of one database that name it, as another customer's database here; each creates a table `shown`. */
  namingDumps: (other: EngineNames) => string[]
  /** A dump of two databases. */
  dumpOfTwo: (name: string) => string
  /** Refused dumps. */
  hostileDumps: (other: EngineNames, file: string) => string[]
  /** Beginnings of dumps for another kind of engine. */
  foreignDumps: string[]
  /** Statements that a customer may run, and whose answers must not name other customers. */
  revealing: string[]
}

export type EngineUnderTest = {
  engine: DatabaseEngine
  sql: SqlTools
  dialect: Dialect
  /** Kills it immediately, like a machine that fails; it stays down until `back`. */
  kill(): Promise<void>
  /** Starts it, or lets it start again. */
  back(): Promise<void>
  stop(): Promise<void>
}
