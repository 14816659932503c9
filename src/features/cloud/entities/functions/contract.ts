import { z } from 'zod'
import { maybeInstant } from '#shared/schema.ts'
import { moments, resourceFields } from '../contract/resource.ts'

/** Name, state, memory (MB) and timeout (seconds) appear in two spellings. */
export const functionOutput = z.object({
  ...resourceFields,
  functionName: z.string(),
  name: z.string(),
  runtime: z.string(),
  state: z.string(),
  status: z.string(),
  memorySize: z.number(),
  memoryMb: z.number(),
  timeout: z.number(),
  timeoutSeconds: z.number(),
  invocationCount: z.number().nullable(),
})
export type CloudFunction = z.output<typeof functionOutput>

/** Environment variables appear by name only: values may be secrets. `codeSize` in bytes. */
export const functionDetails = functionOutput.extend({
  ...moments,
  kind: z.literal('functions'),
  handler: z.string().nullable(),
  lastInvoked: maybeInstant,
  errorCount: z.number().nullable(),
  codeSize: z.number().nullable(),
  environment: z.array(z.string()),
})
