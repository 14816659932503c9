import { eq } from 'drizzle-orm'
import type { EraseAccount } from '#features/account/deletion/part.ts'
import { removeTrial } from './remove.ts'

/** Removes the site that the user kept from its temporary address. */
export const eraseAccount: EraseAccount = async (ctx, userId) => {
  const { trials } = ctx.store.t
  const ownTrials = await ctx.store.read
    .select({ id: trials.id })
    .from(trials)
    .where(eq(trials.userId, userId))
  for (const { id } of ownTrials) await removeTrial(ctx, id)
}
