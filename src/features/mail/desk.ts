import { desc, eq } from 'drizzle-orm'
import { olderThan, toPage } from '#db/lists/paging.ts'
import type { CustomerContext } from '#server/context.ts'
import type { PageInput } from '#shared/desk-list.ts'
import { presentMail } from './present.ts'

/** The number of queued mails. */
export const countQueuedMails = ({ store: { read, t } }: CustomerContext): Promise<number> =>
  read.$count(t.mails, eq(t.mails.status, 'queued'))

/** The outbox, newest first, without mail texts. */
export async function listMails(ctx: CustomerContext, input: PageInput) {
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
