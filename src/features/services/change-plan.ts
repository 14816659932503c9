import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'

type Change = { userId: string; id: string; planId: string; now: Date }

/**
 * Applies the plan's limits to a service. A running web server is restarted gracefully, because memory and CPU limits are set
 * when its process starts. Runs in the caller's transaction.
 */
export async function changePlan(tx: Tx, { userId, id, planId, now }: Change): Promise<void> {
  const { userServices: s } = tx.t
  const own = and(eq(s.userId, userId), eq(s.id, id), ne(s.status, 'terminated'))
  await tx.update(s).set({ planId, updatedAt: now }).where(own)
  await tx
    .update(s)
    .set({ status: 'restarting' })
    .where(and(own, eq(s.status, 'active')))
}
