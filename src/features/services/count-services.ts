import { and, count, inArray, ne } from 'drizzle-orm'
import type { Store } from '#db/types.ts'
import { gateOpeningStatuses } from './contract/gate.ts'

export type ServiceCounts = { activeServices: number; pendingServices: number }

/** Counts each user's services that open the home gate, and pending ones; users without any are left out. */
export async function countServices(store: Store, userIds: string[]): Promise<Map<string, ServiceCounts>> {
  const counts = new Map<string, ServiceCounts>()
  if (userIds.length === 0) return counts
  const { userServices } = store.t
  const rows = await store.read
    .select({ userId: userServices.userId, status: userServices.status, number: count() })
    .from(userServices)
    .where(and(inArray(userServices.userId, userIds), ne(userServices.status, 'terminated')))
    .groupBy(userServices.userId, userServices.status)
  const opening = new Set<string>(gateOpeningStatuses)
  for (const { userId, status, number } of rows) {
    const counted = counts.get(userId) ?? { activeServices: 0, pendingServices: 0 }
    if (opening.has(status)) counted.activeServices += number
    if (status === 'pending') counted.pendingServices += number
    counts.set(userId, counted)
  }
  return counts
}
