import type { JobContext } from '#server/context.ts'
import { cancelCharge } from '../charges.ts'
import { lockTerm, type Owned, readBought } from '../rows.ts'
import { settleCharges } from '../settle-charges.ts'

/** Cancels a plan change that was not paid in time. */
export async function endChange(ctx: JobContext, owned: Owned): Promise<void> {
  await ctx.store.tx(async (tx) => {
    const term = await lockTerm(tx, ctx, owned)
    const bought = await readBought(tx, owned)
    if (!term || !bought) return
    const { change } = await settleCharges(tx, ctx, { term, bought })
    if (change && change.dueAt <= ctx.now())
      await cancelCharge(tx, ctx, { charge: change, reason: 'The plan change was not paid in time' })
  })
}
