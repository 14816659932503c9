import { desc } from 'drizzle-orm'
import { olderThan, toPage } from '#db/lists/paging.ts'
import { withCustomers } from '#features/auth/service/users/with-customers.ts'
import type { CustomerContext } from '#server/context.ts'
import type { PageInput } from '#shared/desk-list.ts'
import type { Answer } from '#shared/schema.ts'
import type { contactMessageOutput } from './contract.ts'

/** What visitors wrote through the contact page, newest first. */
export async function listContactMessages(ctx: CustomerContext, input: PageInput) {
  const { contactMessages } = ctx.store.t
  const rows = await ctx.store.read
    .select()
    .from(contactMessages)
    .where(olderThan({ at: contactMessages.createdAt, id: contactMessages.id }, input.cursor))
    .orderBy(desc(contactMessages.createdAt), desc(contactMessages.id))
    .limit(input.limit + 1)
  const present = ({ address: _, ...row }: (typeof rows)[number]) => row
  const page = toPage(rows, {
    limit: input.limit,
    key: (row) => ({ at: row.createdAt, id: row.id }),
    present,
  })
  const items: Answer<typeof contactMessageOutput>[] = await withCustomers(ctx.store, page.items)
  return { ...page, items }
}
