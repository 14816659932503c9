import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import type { Entity } from '../../web/kit/entity.ts'
import {
  code,
  count,
  gigabytes,
  list,
  marked,
  measure,
  moment,
  named,
  status,
} from '../../web/kit/fields.tsx'
import { fetchedSection } from '../../web/kit/section.tsx'
import type { MonitoringService } from './contract.ts'

const monitoring: Entity<MonitoringService> = {
  id: 'monitoring',
  title: 'Monitoring services',
  one: 'monitoring service',
  nameOf: ({ serviceName }) => serviceName,
  columns: [
    status('status', 'Status'),
    named('type', 'Type'),
    code('region', 'Region'),
    count('metricsCount', 'Metrics'),
    gigabytes('logsSize', 'Logs'),
    marked(count('alertsTriggered', 'Alerts')),
  ],
  details: [
    count('alertsConfigured', 'Alerts configured'),
    measure('days')('retention', 'Kept'),
    list('dashboards', 'Dashboards'),
    moment('lastAlert', 'Last alert'),
    moment('createdAt', 'Created'),
  ],
}

export const monitoringSection = fetchedSection(monitoring, () =>
  useQuery(useTRPC().cloud.monitoring.queryOptions()),
)
