import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { auditCaller } from '#db/audit/audit.ts'
import type { Answered } from '#server/answers/answer-in.ts'
import { mutate } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import type { BillingDetails, billingDetailsInput } from '../contract/contract.ts'
import { lockAccount } from './account.ts'

/** The caller's billing details; null for those taken from the profile. */
export async function getBillingDetails(ctx: CustomerContext): Promise<BillingDetails> {
  const { billingAccounts: accounts } = ctx.store.t
  const { legalName, gstin, address, stateCode } = accounts
  const [details] = await ctx.store.read
    .select({ legalName, gstin, address, stateCode })
    .from(accounts)
    .where(eq(accounts.userId, ctx.user.id))
  return details ?? { legalName: null, gstin: null, address: null, stateCode: null }
}

/** Sets the caller's billing details for new invoices; issued ones do not change. */
export const setBillingDetails = (
  ctx: CustomerContext,
  input: z.output<typeof billingDetailsInput>,
): Promise<Answered<BillingDetails>> =>
  mutate(ctx, async (tx) => {
    const { billingAccounts: accounts } = tx.t
    await lockAccount(tx, ctx, ctx.user.id)
    await tx
      .update(accounts)
      .set({ ...input, updatedAt: ctx.now() })
      .where(eq(accounts.userId, ctx.user.id))
    await auditCaller(tx, ctx, {
      action: 'billing.details',
      targetType: 'user',
      targetId: ctx.user.id,
      userId: ctx.user.id,
    })
    return input
  })
