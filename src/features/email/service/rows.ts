import { and, eq } from 'drizzle-orm'
import type { Schema } from '#db/schema.ts'
import type { Store, Tx } from '#db/types.ts'
import type { OwnerContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'

export type AccountRow = Store['t']['emailAccounts']['$inferSelect']
export type MessageRow = Store['t']['emailMessages']['$inferSelect']

/** How an account is named: by its owner and its id. */
export type Place = { userId: string; id: string }

export const isAccount = ({ emailAccounts }: Pick<Schema, 'emailAccounts'>, { userId, id }: Place) =>
  and(eq(emailAccounts.userId, userId), eq(emailAccounts.id, id))

/** One of the caller's accounts that is not deleted, within `tx` locked. @throws NOT_FOUND when it is missing or somebody else's */
export async function findAccount(ctx: OwnerContext, id: string, tx?: Tx): Promise<AccountRow> {
  const { t } = ctx.store
  const query = (tx ?? ctx.store.read)
    .select()
    .from(t.emailAccounts)
    .where(isAccount(t, { userId: ctx.user.id, id }))
  const [row] = await (tx ? ctx.store.lock(query) : query)
  if (!row || row.deletedAt !== null) throw notFound('This email account')
  return row
}
