import { z } from 'zod'
import { storedFields } from '../contract/resource.ts'

const settings = z.record(z.string(), z.unknown()).nullable()

export const cdnOutput = z.object({
  ...storedFields,
  distributionId: z.string(),
  domainName: z.string(),
  originDomain: z.string(),
  status: z.string(),
  priceClass: z.string(),
  enabled: z.boolean(),
  httpVersion: z.string(),
  ssl: z.boolean(),
  caching: settings,
  geoRestriction: settings,
})
export type Cdn = z.output<typeof cdnOutput>
