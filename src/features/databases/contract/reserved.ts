import type { DatabaseType } from '#features/engines/contract/kinds.ts'

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

/** Whether an engine reserves this database or user name. */
export const isReserved = (type: DatabaseType, name: string): boolean => {
  const plain = name.toLowerCase()
  return reserved[type].has(plain) || plain.startsWith('pg_')
}
