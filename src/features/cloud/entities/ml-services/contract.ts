import { z } from 'zod'
import { instant, maybeInstant } from '#shared/schema.ts'
import { storedFields } from '../contract/resource.ts'

/** `modelAccuracy` in percent, `trainingTime` in seconds. */
export const mlServiceOutput = z.object({
  ...storedFields,
  modelName: z.string(),
  type: z.string(),
  framework: z.string().nullable(),
  instanceType: z.string().nullable(),
  status: z.string(),
  endpointUrl: z.string().nullable(),
  modelAccuracy: z.number().nullable(),
  trainingTime: z.number().nullable(),
  lastTrained: maybeInstant,
  predictionCount: z.number(),
})

export const mlServiceDetails = mlServiceOutput.extend({ updatedAt: instant, kind: z.literal('ml-services') })
