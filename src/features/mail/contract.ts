import { z } from 'zod'
import { instant, maybeInstant } from '#shared/schema.ts'

/** A mail of the outbox, without its text. */
export const mailOutput = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  kind: z.string(),
  status: z.enum(['queued', 'sent', 'failed']),
  attempts: z.number(),
  lastError: z.string().nullable(),
  createdAt: instant,
  sentAt: maybeInstant,
  /** There was no mail server when it left, so it was written to a file instead. */
  isFile: z.boolean(),
})
