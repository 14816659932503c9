import { type Entity, stored } from '../../web/kit/entity.ts'
import {
  address,
  code,
  detail,
  marked,
  measure,
  named,
  orUnknown,
  port,
  status,
  text,
  times,
  yesNo,
} from '../../web/kit/fields.tsx'
import { polledSection } from '../../web/kit/section.tsx'
import type { CloudDatabase } from './contract.ts'

const databases: Entity<CloudDatabase> = {
  id: 'databases',
  title: 'Database instances',
  one: 'database',
  nameOf: ({ name }) => name,
  columns: [
    status('status', 'Status'),
    named('engine', 'Engine'),
    detail(code('engineVersion', 'Version')),
    code('instanceClass', 'Class'),
    code('region', 'Region'),
    orUnknown(measure('GB')('allocatedStorage', 'Storage')),
    marked(orUnknown(yesNo('On', 'Off')('backupEnabled', 'Backups'))),
  ],
  measuredOf: ({ id }) => ({ resourceId: id }),
  storedOf: stored('databases', [
    address('instanceId', 'Instance ID'),
    address('endpoint', 'Endpoint'),
    port('port', 'Port'),
    code('username', 'User'),
    orUnknown(yesNo()('multiAz', 'Multi-zone')),
    orUnknown(measure('days')('backupRetention', 'Backup retention')),
    text('maintenanceWindow', 'Maintenance window'),
    ...times,
  ]),
}

export const databasesSection = polledSection(databases, (all) => all.databases)
