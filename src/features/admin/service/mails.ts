import { desc } from 'drizzle-orm'
import type { z } from 'zod'
import { olderThan, toPage } from '#db/paging.ts'
import type { Store } from '#db/types.ts'
import type { CustomerContext } from '#server/context.ts'
import type { Answer } from '#shared/schema.ts'
import type { mailOutput, pageInput } from '../contract.ts'

/** A mail of the outbox without its text: what it said may hold a link that signs somebody in. */
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

/** The outbox, newest first, without the texts of the mails. */
export async function listMails(ctx: CustomerContext, input: z.output<typeof pageInput>) {
  const { mails } = ctx.store.t
  const rows = await ctx.store.read
    .select()
    .from(mails)
    .where(olderThan({ at: mails.createdAt, id: mails.id }, input.cursor))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(input.limit + 1)
  return toPage(rows, {
    limit: input.limit,
    key: (row) => ({ at: row.createdAt, id: row.id }),
    present: presentMail,
  })
}
