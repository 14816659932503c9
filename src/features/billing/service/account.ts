import { eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import type { AccountRow, BillingContext } from '../context.ts'

/**
 * The customer's account, locked until the transaction ends, which serialises changes to their bills. Lock order: an order, the
 * account, a series of numbers; one transaction bills one customer.
 */
export async function lockAccount(tx: Tx, ctx: BillingContext, userId: string): Promise<AccountRow> {
  const { billingAccounts: accounts } = tx.t
  await tx.insert(accounts).values({ userId, updatedAt: ctx.now() }).onConflictDoNothing()
  const [account] = await ctx.store.lock(tx.select().from(accounts).where(eq(accounts.userId, userId)))
  if (!account) throw new Error('the account was not stored')
  return account
}
