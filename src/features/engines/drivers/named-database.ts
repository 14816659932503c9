import { EngineRefused } from '#server/system/programs/engine-refused.ts'

export type NamedDatabase = {
  /** The file says in this line that what follows, or its statement, is of the database. @throws EngineRefused for a second one */
  meet(name: string, line: number): void
  /** What is otherwise than the file has it, as sentences. */
  notes(): string[]
}

/**
 * The one database that a dump names, as `mysqldump --databases` and `pg_dump --create` do: names here belong to the portal, so
 * its contents go where they are imported, and what it says of the database itself is left out.
 */
export function createNamedDatabase(own: string): NamedDatabase {
  let named: string | null = null
  return {
    meet(name, line) {
      if (named !== null && named !== name)
        throw new EngineRefused(
          `Line ${line}: this file has several databases, ${named} and ${name}. Import each one from its own file into its own database.`,
        )
      named = name
    },
    notes: () =>
      named === null || named === own
        ? []
        : [
            `The file names the database ${named}. Its contents were imported into this database; settings of ${named} itself were left out.`,
          ],
  }
}
