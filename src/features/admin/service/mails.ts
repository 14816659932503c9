import { desc } from 'drizzle-orm'
import type { z } from 'zod'
import { olderThan, toPage } from '#db/paging.ts'
import { presentMail } from '#features/mail/present.ts'
import type { CustomerContext } from '#server/context.ts'
import type { pageInput } from '../contract.ts'

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
