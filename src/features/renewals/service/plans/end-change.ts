import type { JobContext } from '#server/context.ts'
import { cancelCharge } from '../charges.ts'
import { lockTerm, type Owned, readBought } from '../rows.ts'
import { settleCharges } from '../settle-charges.ts'

/** A change of the plan that was not paid in time is taken back. */
export async function endChange(ctx: JobContext, owned: Owned): Promise<void> {
  await ctx.store.tx(async (tx) => {
    const term = await lockTerm(tx, ctx, owned)
    const bought = await readBought(tx, owned)
    if (!term || !bought) return
    const { change } = await settleCharges(tx, ctx, { term, bought })
    if (change && change.dueAt <= ctx.now())
      await cancelCharge(tx, ctx, { charge: change, reason: 'The change of the plan was not paid in time' })
  })
}
