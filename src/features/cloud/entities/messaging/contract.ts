import { z } from 'zod'
import { storedFields } from '../contract/resource.ts'

/** `visibility` and `messageRetention` in seconds. */
export const messagingOutput = z.object({
  ...storedFields,
  queueName: z.string(),
  type: z.string(),
  visibility: z.number(),
  messageRetention: z.number(),
  messagesAvailable: z.number(),
  messagesInFlight: z.number(),
  deadLetterQueue: z.boolean(),
  encryption: z.boolean(),
  fifoQueue: z.boolean(),
  throughput: z.string(),
})
export type Queue = z.output<typeof messagingOutput>
