import { eq } from 'drizzle-orm'
import type { Source, Tx } from '#db/types.ts'
import { DomainError } from '#shared/errors.ts'
import type { BillingContext } from '../context.ts'
import { lockAccount } from './account.ts'

/** The customer's credit, in paise. */
export async function readCredit({ read, t }: Source, userId: string): Promise<number> {
  const { billingAccounts: accounts } = t
  const [account] = await read
    .select({ credit: accounts.creditPaise })
    .from(accounts)
    .where(eq(accounts.userId, userId))
  return account?.credit ?? 0
}

export type CreditEntry = {
  userId: string
  /** Negative for a use. */
  amountPaise: number
  reason: string
  invoiceId?: string | null
  paymentId?: string | null
}

/**
 * Adds an amount, or a negative one, to the account credit, with a row for the reason; returns the new balance.
 * @throws WRONG_STATE when the balance is too low
 */
export async function addCredit(tx: Tx, ctx: BillingContext, entry: CreditEntry): Promise<number> {
  const { billingAccounts: accounts, accountCredits } = tx.t
  const { userId, amountPaise, reason, invoiceId = null, paymentId = null } = entry
  const account = await lockAccount(tx, ctx, userId)
  const creditPaise = account.creditPaise + amountPaise
  if (creditPaise < 0) throw new DomainError('WRONG_STATE', 'The account credit is too low.')
  const now = ctx.now()
  await tx
    .insert(accountCredits)
    .values({ userId, amountPaise, reason, invoiceId, paymentId, createdAt: now })
  await tx.update(accounts).set({ creditPaise, updatedAt: now }).where(eq(accounts.userId, userId))
  return creditPaise
}
