import { z } from 'zod'
import { maybeInstant } from '#shared/schema.ts'
import { moments, resourceFields } from '../contract/resource.ts'

/** `complianceScore` in percent. */
export const securityOutput = z.object({
  ...resourceFields,
  name: z.string(),
  type: z.string(),
  status: z.string(),
  threatsDetected: z.number(),
  complianceScore: z.number().nullable(),
  lastScan: maybeInstant,
})
export type SecurityItem = z.output<typeof securityOutput>

export const securityDetails = securityOutput.extend({
  ...moments,
  kind: z.literal('security'),
  rulesCount: z.number(),
  blockedRequests: z.number(),
  allowedRequests: z.number(),
  lastActivity: maybeInstant,
  alertsEnabled: z.boolean(),
  configuration: z.record(z.string(), z.unknown()).nullable(),
})
