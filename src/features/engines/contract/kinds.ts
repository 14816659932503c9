export const databaseTypes = ['mysql', 'postgresql', 'mongodb'] as const
export type DatabaseType = (typeof databaseTypes)[number]

/** Connections that a user of a database may have at the same time. */
export const maxConnections = 10

/** How a kind of database is written for people. */
export const typeNames: Record<DatabaseType, string> = {
  mysql: 'MySQL',
  postgresql: 'PostgreSQL',
  mongodb: 'MongoDB',
}
