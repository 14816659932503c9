import type { Answer } from '#shared/schema.ts'
import { after, hour } from '#shared/time.ts'
import type { Entity, Row } from '../entity.ts'
import { presentStored } from '../present.ts'
import { resource, type Sample } from '../sample.ts'
import { monitoringOutput } from './contract.ts'

const present = (row: Row<'cloudMonitoring'>): Answer<typeof monitoringOutput> => ({
  ...presentStored(row),
  dashboards: row.dashboards ?? [],
})

/** Monitoring services: metrics with alarms, and logs. */
const sampleRows = (sample: Sample) => [
  {
    ...resource(sample, 'ap-south-1', 64),
    serviceName: 'website-monitoring',
    type: 'metrics',
    metricsCount: 84,
    logsSize: 0,
    alertsConfigured: 12,
    alertsTriggered: 1,
    dashboards: ['Website', 'Orders'],
    lastAlert: after(sample.now, -7 * hour),
  },
  {
    ...resource(sample, 'us-east-1', 40),
    serviceName: 'log-collector',
    type: 'logs',
    metricsCount: 6,
    logsSize: 9_771_050_598,
    alertsConfigured: 3,
    retention: 90,
    dashboards: ['Logs'],
  },
]

export const monitoring = {
  id: 'monitoring',
  table: 'cloudMonitoring',
  list: { output: monitoringOutput, present },
  sample: sampleRows,
} satisfies Entity<'cloudMonitoring'>
