import { z } from 'zod'
import { maybeInstant } from '#shared/schema.ts'
import { storedFields } from '../contract/resource.ts'

/** `logsSize` in bytes, `retention` in days. */
export const monitoringOutput = z.object({
  ...storedFields,
  serviceName: z.string(),
  type: z.string(),
  metricsCount: z.number(),
  logsSize: z.number(),
  alertsConfigured: z.number(),
  alertsTriggered: z.number(),
  retention: z.number(),
  dashboards: z.array(z.string()),
  lastAlert: maybeInstant,
  status: z.string(),
})
export type MonitoringService = z.output<typeof monitoringOutput>
