import { z } from 'zod'
import { resourceFields } from '../contract/resource.ts'

/** The cost of a resource in one month, `2026-11`; `amount` in units of the currency, up to six decimals. */
export const costOutput = z.object({
  ...resourceFields,
  resourceId: z.string().nullable(),
  resourceType: z.string(),
  service: z.string(),
  amount: z.number(),
  currency: z.string(),
  billingPeriod: z.string(),
})
export type CloudCost = z.output<typeof costOutput>
