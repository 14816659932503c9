import { and, asc, gte, type SQL, sql } from 'drizzle-orm'
import type { Store } from '#db/types.ts'

/** Spelled as in the partial index of approved orders: SQLite compares the texts. */
export const isApproved = ({ orders }: Pick<Store['t'], 'orders'>): SQL => sql`${orders.status} = 'approved'`

/** Median time from placing to approval, for orders approved since then; 0 without any. */
export async function measureApprovals(
  store: Store,
  since: Date,
): Promise<{ medianMs: number; orders: number }> {
  const { orders } = store.t
  const approved = and(isApproved(store.t), gte(orders.decidedAt, since))
  const count = await store.readLong((read) =>
    read
      .select({ count: sql<number>`count(*)`.mapWith(Number) })
      .from(orders)
      .where(approved),
  )
  const total = count[0]?.count ?? 0
  if (total === 0) return { medianMs: 0, orders: 0 }
  // The middle value, or the two around it.
  const middle = await store.readLong((read) =>
    read
      .select({ placedAt: orders.createdAt, decidedAt: orders.decidedAt })
      .from(orders)
      .where(approved)
      .orderBy(asc(sql`${orders.decidedAt} - ${orders.createdAt}`))
      .limit(total % 2 === 0 ? 2 : 1)
      .offset(Math.floor((total - 1) / 2)),
  )
  const waits = middle.map(
    ({ placedAt, decidedAt }) => (decidedAt ?? placedAt).getTime() - placedAt.getTime(),
  )
  const medianMs = Math.round(waits.reduce((sum, wait) => sum + wait, 0) / waits.length)
  return { medianMs, orders: total }
}
