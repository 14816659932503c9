import type { Kit } from '#db/kit.ts'
import type { DatabaseTables } from './databases.ts'

/** The history of the database console. */
export function consoleTables(k: Kit, { databases }: DatabaseTables) {
  /** Statements that ran in the console, the newest of each database. */
  const databaseQueries = k.table(
    'database_queries',
    {
      id: k.id().notNull(),
      userId: k.ref().notNull(),
      databaseId: k.ref().notNull(),
      statement: k.text().notNull(),
      isRefused: k.bool().notNull(),
      durationMs: k.int().notNull(),
      ranAt: k.time().notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'database_queries_pkey', columns: [t.userId, t.databaseId, t.id] }),
      k
        .foreignKey({
          name: 'database_queries_database_fk',
          columns: [t.userId, t.databaseId],
          foreignColumns: [databases.userId, databases.id],
        })
        .onDelete('cascade'),
    ],
  )

  return { databaseQueries }
}
