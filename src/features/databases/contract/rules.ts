export const databaseTypes = ['mysql', 'postgresql', 'mongodb'] as const
export type DatabaseType = (typeof databaseTypes)[number]

export const maxNameLength = 48
export const maxUserLength = 24
export const minPasswordLength = 8

/** Connections that a user of a database may have at the same time. */
export const maxConnections = 10

/** How a kind of database is written for people. */
export const typeNames: Record<DatabaseType, string> = {
  mysql: 'MySQL',
  postgresql: 'PostgreSQL',
  mongodb: 'MongoDB',
}

const reservedEverywhere = [
  'information_schema',
  'mysql',
  'performance_schema',
  'sys',
  'root',
  'postgres',
  'template0',
  'template1',
]
const reserved: Record<DatabaseType, ReadonlySet<string>> = {
  mysql: new Set([...reservedEverywhere, 'mariadb']),
  postgresql: new Set([...reservedEverywhere, 'none', 'public']),
  mongodb: new Set([...reservedEverywhere, 'admin', 'config', 'local']),
}

/** Whether an engine has a database or a user of this name for itself. */
export const isReserved = (type: DatabaseType, name: string): boolean => {
  const plain = name.toLowerCase()
  return reserved[type].has(plain) || plain.startsWith('pg_')
}
