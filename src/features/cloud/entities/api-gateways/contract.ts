import { z } from 'zod'
import { storedFields } from '../contract/resource.ts'

/** `errorRate` in percent. */
export const apiGatewayOutput = z.object({
  ...storedFields,
  apiId: z.string(),
  name: z.string(),
  type: z.string(),
  stage: z.string(),
  endpoint: z.string().nullable(),
  requestCount: z.number(),
  errorRate: z.number(),
  throttling: z.boolean(),
  caching: z.boolean(),
  authentication: z.string().nullable(),
  corsEnabled: z.boolean(),
})
export type ApiGateway = z.output<typeof apiGatewayOutput>
