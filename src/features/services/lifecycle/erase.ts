import { and, eq, notInArray } from 'drizzle-orm'
import type { EraseAccount } from '#features/account/deletion/part.ts'
import { changeService } from './lifecycle.ts'

/** Services are terminated; their files, databases and backups are deleted 30 days later, as for every ended service. */
export const eraseAccount: EraseAccount = async (ctx, userId) => {
  const { userServices: s } = ctx.store.t
  // Pending services end with their orders.
  const isLive = and(eq(s.userId, userId), notInArray(s.status, ['pending', 'terminated']))
  const living = await ctx.store.read.select({ id: s.id, busy: s.busy }).from(s).where(isLive)
  for (const { id, busy } of living) {
    if (busy !== null) throw new Error('a service of the account is being restored')
    await ctx.store.tx((tx) =>
      changeService(tx, ctx, 'terminate', { id, reason: 'The account was deleted.', isNotified: true }),
    )
  }
}
