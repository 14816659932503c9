import { z } from 'zod'
import { moments, resourceFields } from '../contract/resource.ts'

/** Name, image and replicas appear in two spellings; `cpu` in CPU units of 1/1024, `memory` in MB. */
export const containerOutput = z.object({
  ...resourceFields,
  name: z.string(),
  serviceName: z.string(),
  image: z.string(),
  imageUri: z.string(),
  status: z.string(),
  cpu: z.number(),
  memory: z.number(),
  replicas: z.number(),
  desiredCount: z.number(),
})
export type Container = z.output<typeof containerOutput>

/** Environment variables appear by name only: values may be secrets. */
export const containerDetails = containerOutput.extend({
  ...moments,
  kind: z.literal('containers'),
  clusterName: z.string(),
  runningCount: z.number(),
  networkMode: z.string(),
  ports: z.array(z.number()),
  environment: z.array(z.string()),
})
