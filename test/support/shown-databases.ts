import type { Database, DatabaseDump } from '#features/databases/contract/contract.ts'
import type { Engine } from '#features/engines/contract/contract.ts'

const service = { id: '0190a000-0000-7000-8000-000000000001', plan: { name: 'Pro' } }

/** A database as sent to a page. */
export const shownDatabase = (more: Partial<Database> = {}): Database => ({
  id: '0190a000-0000-7000-8000-00000000000d',
  serviceId: service.id,
  dbName: 'shop',
  dbType: 'postgresql',
  dbUser: 'clerk',
  size: 7.42,
  status: 'active',
  reason: null,
  isOpen: true,
  isMissing: false,
  connection: { host: '127.0.0.1', port: 54_321, database: 'abc1234_shop', username: 'abc1234_clerk' },
  allow: [],
  recentSizes: [],
  createdAt: '2026-11-23T00:00:00.000Z',
  service,
  ...more,
})

/** A deleted database as sent to a page. */
export const shownDump = (more: Partial<DatabaseDump> = {}): DatabaseDump => ({
  id: '0190a000-0000-7000-8000-00000000000e',
  serviceId: service.id,
  dbName: 'old_shop',
  dbType: 'mysql',
  dbUser: 'clerk',
  status: 'kept',
  reason: null,
  fileSize: 2_048,
  createdAt: '2026-11-22T00:00:00.000Z',
  expiresAt: '2026-11-29T00:00:00.000Z',
  service,
  ...more,
})

export const shownEngines: Engine[] = [
  {
    type: 'mysql',
    isConnected: false,
    message: 'Install mariadb-server.',
    remoteAccessProblem: 'This portal has no address for databases.',
  },
  { type: 'postgresql', isConnected: true, message: null, remoteAccessProblem: null },
  { type: 'mongodb', isConnected: false, message: 'Set DB_MONGODB.', remoteAccessProblem: 'No.' },
]
