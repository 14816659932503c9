import { and, eq, isNull } from 'drizzle-orm'
import type { Schema } from '#db/schema/schema.ts'
import type { Source, Store, Tx } from '#db/types.ts'
import type { OwnerContext } from '#server/context.ts'
import { only } from '#shared/errors.ts'
import type { Box } from '../storage/mailboxes.ts'

export type AccountRow = Store['t']['emailAccounts']['$inferSelect']
export type MessageRow = Store['t']['emailMessages']['$inferSelect']

/** The key of an account: its owner and its id. */
export type AccountKey = { userId: string; id: string }

export const isAccount = ({ emailAccounts }: Pick<Schema, 'emailAccounts'>, { userId, id }: AccountKey) =>
  and(eq(emailAccounts.userId, userId), eq(emailAccounts.id, id))

export const inBox = ({ emailMessages }: Pick<Schema, 'emailMessages'>, { userId, accountId }: Box) =>
  and(eq(emailMessages.userId, userId), eq(emailMessages.accountId, accountId))

const select = ({ read, t }: Source, { user }: OwnerContext, id: string) =>
  read
    .select()
    .from(t.emailAccounts)
    .where(and(isAccount(t, { userId: user.id, id }), isNull(t.emailAccounts.deletedAt)))

/** One of the caller's accounts that is not deleted. @throws NOT_FOUND when it is missing or another customer's */
export const findAccount = async (ctx: OwnerContext, id: string): Promise<AccountRow> =>
  only(await select(ctx.store, ctx, id), 'This email account')

/** The same, locked until the transaction ends. */
export const lockAccount = async (tx: Tx, ctx: OwnerContext, id: string): Promise<AccountRow> =>
  only(await ctx.store.lock(select(tx, ctx, id)), 'This email account')
