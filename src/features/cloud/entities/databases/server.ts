import type { RemoteDatabase } from '#features/cloud-accounts/drivers/driver.ts'
import type { Answer } from '#shared/schema.ts'
import type { Entity, Row, Shown } from '../entity.ts'
import { presentCommon, presentStored, reported, unreportedOf } from '../present.ts'
import { resource, type Sample } from '../sample.ts'
import type { databaseDetails, databaseOutput } from './contract.ts'

const columns = [
  'name',
  'engine',
  'instanceClass',
  'status',
  'allocatedStorage',
  'version',
  'backupRetention',
  'unreported',
] as const

function present(row: Shown<'cloudDatabases', typeof columns>): Answer<typeof databaseOutput> {
  const backupRetention = reported(row, 'backupRetention')
  return {
    ...presentCommon(row),
    name: row.name,
    engine: row.engine,
    instanceClass: row.instanceClass,
    status: row.status,
    allocatedStorage: row.allocatedStorage,
    engineVersion: row.version,
    version: row.version,
    backupEnabled: backupRetention === null ? null : backupRetention > 0,
    backupRetention,
  }
}

const details = (row: Row<'cloudDatabases'>): Answer<typeof databaseDetails> => ({
  ...presentStored(row),
  ...present(row),
  kind: 'databases',
  multiAz: reported(row, 'multiAz'),
})

const values = ({ multiAz, backupRetention, ...facts }: RemoteDatabase) => ({
  ...facts,
  multiAz: multiAz ?? false,
  backupRetention: backupRetention ?? 7,
  unreported: unreportedOf({ multiAz, backupRetention }),
})

/** Two databases. */
const sampleRows = (sample: Sample) => [
  {
    ...resource(sample, 'ap-south-1', 64),
    instanceId: 'db-sample-orders',
    name: 'orders',
    engine: 'postgres',
    version: '17.6',
    instanceClass: 'db.t3.medium',
    status: 'available',
    endpoint: 'orders.db.example.com',
    port: 5432,
    username: 'portal',
    allocatedStorage: 100,
    multiAz: true,
    backupRetention: 14,
    maintenanceWindow: 'sun:03:00-sun:04:00',
  },
  {
    ...resource(sample, 'us-east-1', 21),
    instanceId: 'db-sample-reports',
    name: 'reports',
    engine: 'mysql',
    version: '8.4',
    instanceClass: 'db.t3.small',
    status: 'available',
    endpoint: 'reports.db.example.com',
    port: 3306,
    username: 'reports',
    allocatedStorage: 40,
    backupRetention: 0,
    maintenanceWindow: 'sat:02:00-sat:03:00',
  },
]

export const databases = {
  id: 'databases',
  table: 'cloudDatabases',
  polled: { list: 'databases', columns, present },
  details,
  sample: sampleRows,
  billing: { resourceType: 'database', service: 'Databases', perHour: () => 68_000 },
  measured: {
    resourceType: 'database',
    metrics: [
      { name: 'cpuUtilization', unit: 'Percent', base: 22, swing: 11, noise: 6 },
      { name: 'connections', unit: 'Count', base: 46, swing: 22, noise: 7 },
    ],
    nameOf: ({ name }) => name,
    since: ({ createdAt }) => createdAt,
  },
  refreshed: { list: 'databases', keyOf: ({ instanceId, region }) => `${region} ${instanceId}`, values },
} satisfies Entity<'cloudDatabases'>
