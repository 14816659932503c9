import { EngineRefused } from '#server/system/programs/engine-refused.ts'

export type NamedDatabase = {
  /** Records that this line refers to a database. @throws EngineRefused for a second name */
  meet(name: string, line: number): void
  /** Deviations from the file, as sentences. */
  notes(): string[]
}

/**
 * The one database that a dump names, as in `mysqldump --databases` and `pg_dump --create`: names here belong to the portal, so
 * its contents go into the target database, and its database-level settings are left out.
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
