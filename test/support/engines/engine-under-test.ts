import type { DatabaseEngine, EngineNames, SqlTools } from '#features/engines/contract/database-engine.ts'

/** What differs between the languages of engines. */
export type Dialect = {
  /**
   * Tables with odd types and values, among them `orders (id, customer, note)` with an index on `customer`, and the one view
   * `named`; routines and triggers, too.
   */
  schema: string
  /** Uses everything that `schema` has made: changes rows, calls routines, fires triggers, reads the view. */
  useSchema: string
  /** A view, a routine and a trigger over one table, none of them named as in `schema`. */
  small: string
  /** Uses everything of `small`. */
  useSmall: string
  /** Leaves at least a megabyte in a table. */
  fillMegabyte: string
  /** Ends after 30 seconds. */
  sleep: string
  /** A statement that goes on when it is interrupted, if the engine lets it. */
  stubborn: string
  /**
   * What a customer runs to hold every lock that there is for it, by the session in which it is run, in a database that has
   * `schema`; the last statement of a session may not end.
   */
  locks: (mine: EngineNames) => string[][]
  /** The same for what is another one's, or everybody's; the first list is run to its end. */
  grabs: (other: EngineNames) => string[][]
  /** Gives 100,000 rows. */
  manyRows: string
  /** Where the engine says the fault of `selekt 'x'` is. */
  faultOfSelekt: string
  asText: (expression: string) => string
  /** Statements that are refused to a customer; those that write files write `file`. */
  hostile: (other: EngineNames, file: string) => string[]
  /** Dumps of one database that name it, which is another customer's here; each makes a table `shown`. */
  namingDumps: (other: EngineNames) => string[]
  /** A dump of two databases. */
  dumpOfTwo: (name: string) => string
  /** Dumps that are refused. */
  hostileDumps: (other: EngineNames, file: string) => string[]
  /** How dumps begin that are for another kind of engine. */
  foreignDumps: string[]
  /** Statements that a customer may run, and whose answers name nothing of other customers. */
  revealing: string[]
}

export type EngineUnderTest = {
  engine: DatabaseEngine
  sql: SqlTools
  dialect: Dialect
  /** It is gone at once, as with a machine that fails, and stays away until `back`. */
  kill(): Promise<void>
  /** It is started, or starts itself, from now on. */
  back(): Promise<void>
  stop(): Promise<void>
}
