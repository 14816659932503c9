import { eq } from 'drizzle-orm'
import { auditWork } from '#db/audit/audit.ts'
import type { EraseAccount } from '#features/account/deletion/part.ts'
import { external } from '../contract/registrar.ts'
import { dropDomain } from './remove.ts'

/** Removes connected domains with their zones; domains registered here are no longer renewed, and lapse. */
export const eraseAccount: EraseAccount = async (ctx, userId) => {
  const { domains: d } = ctx.store.t
  const owner = { ...ctx, user: { id: userId } }
  const own = await ctx.store.read.select().from(d).where(eq(d.userId, userId))
  for (const domain of own.filter(({ registrar }) => registrar === external)) {
    const target = { targetType: 'domain', targetId: domain.id, userId }
    await ctx.store.tx(async (tx) => {
      await dropDomain(tx, owner, domain)
      await auditWork(tx, { now: ctx.now }, { action: 'domain.remove', ...target, note: domain.domainName })
    })
  }
  await ctx.store.tx((tx) => tx.update(tx.t.domains).set({ autoRenew: false }).where(eq(d.userId, userId)))
}
