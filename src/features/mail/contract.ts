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
  /** Without a mail server, it was saved to a file instead of sent. */
  isFile: z.boolean(),
})
