import { z } from 'zod'
import { idFilter, instant, page } from '#shared/schema.ts'
import { resourceFields } from '../contract/resource.ts'

export const metricsInput = page.extend({ resourceId: idFilter.optional() })
/** One measured value of one resource; lists are newest first. */
export const metricOutput = z.object({
  ...resourceFields,
  resourceId: z.string(),
  resourceType: z.string(),
  metricName: z.string(),
  value: z.number(),
  unit: z.string(),
  timestamp: instant,
})
export type CloudMetric = z.output<typeof metricOutput>
