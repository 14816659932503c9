export const databaseTypes = ['mysql', 'postgresql', 'mongodb'] as const
export type DatabaseType = (typeof databaseTypes)[number]

/** Connection limit of a database user. */
export const maxConnections = 10

/** Display names of the database types. */
export const typeNames: Record<DatabaseType, string> = {
  mysql: 'MySQL',
  postgresql: 'PostgreSQL',
  mongodb: 'MongoDB',
}
