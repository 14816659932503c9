import { z } from 'zod'
import { maybeInstant } from '#shared/schema.ts'
import { moments, resourceFields } from '../contract/resource.ts'

/** Data sets and models; a data set has no model fields. `accuracy` in percent. */
export const analyticsOutput = z.object({
  ...resourceFields,
  name: z.string(),
  type: z.string(),
  status: z.string(),
  modelType: z.string().nullable(),
  accuracy: z.number().nullable(),
  predictionCount: z.number().nullable(),
})
export type AnalyticsItem = z.output<typeof analyticsOutput>

/** A data set; models are `ml-services`. */
export const analyticsDetails = z.object({
  ...resourceFields,
  ...moments,
  kind: z.literal('analytics'),
  datasetId: z.string(),
  name: z.string(),
  type: z.string(),
  status: z.string(),
  location: z.string().nullable(),
  sizeBytes: z.number(),
  tableCount: z.number(),
  queryCount: z.number(),
  lastQueried: maybeInstant,
  encryption: z.boolean(),
  access: z.string(),
})
