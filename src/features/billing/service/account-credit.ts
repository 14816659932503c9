import { eq } from 'drizzle-orm'
import type { Source, Tx } from '#db/types.ts'
import { DomainError } from '#shared/errors.ts'
import type { BillingContext } from '../context.ts'
import { lockAccount } from './account.ts'

/** What the customer has to their credit, in paise. */
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
  /** Negative when it is used. */
  amountPaise: number
  reason: string
  invoiceId?: string | null
  paymentId?: string | null
}

/**
 * The credit of the account has grown by the amount, or shrunk by a negative one, with a row that says why; returns what it is
 * from now on.
 * @throws WRONG_STATE when less is left than is taken
 */
export async function addCredit(tx: Tx, ctx: BillingContext, entry: CreditEntry): Promise<number> {
  const { billingAccounts: accounts, accountCredits } = tx.t
  const { userId, amountPaise, reason, invoiceId = null, paymentId = null } = entry
  const account = await lockAccount(tx, ctx, userId)
  const creditPaise = account.creditPaise + amountPaise
  if (creditPaise < 0) throw new DomainError('WRONG_STATE', 'The account has less credit than that.')
  const now = ctx.now()
  await tx
    .insert(accountCredits)
    .values({ userId, amountPaise, reason, invoiceId, paymentId, createdAt: now })
  await tx.update(accounts).set({ creditPaise, updatedAt: now }).where(eq(accounts.userId, userId))
  return creditPaise
}
