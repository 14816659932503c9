import type { Store } from '#db/types.ts'
import type { Answer } from '#shared/schema.ts'
import type { mailOutput } from './contract.ts'

/** A mail of the outbox without its text, which may contain a sign-in link. */
export const presentMail = (row: Store['t']['mails']['$inferSelect']): Answer<typeof mailOutput> => ({
  id: row.id,
  to: row.to,
  subject: row.subject,
  kind: row.kind,
  status: row.status,
  attempts: row.attempts,
  lastError: row.lastError,
  createdAt: row.createdAt,
  sentAt: row.sentAt,
  isFile: row.isFile,
})
