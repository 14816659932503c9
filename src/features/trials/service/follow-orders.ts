import { and, desc, eq, gte, isNotNull, isNull, or } from 'drizzle-orm'
import type { JobContext } from '#server/context.ts'
import { after } from '#shared/time.ts'
import { lifeMs, longestLifeMs } from '../contract/limits.ts'
import type { TrialRow } from './rows.ts'

type KeptTrial = TrialRow & { userId: string; keptAt: Date }

const isKept = (row: TrialRow): row is KeptTrial => row.userId !== null && row.keptAt !== null

/** The newest order that a kept site can wait for: an open one, or one approved after the customer kept the site. */
async function findOrder({ store }: JobContext, { userId, keptAt }: KeptTrial): Promise<string | null> {
  const { orders } = store.t
  const isNew = and(eq(orders.status, 'approved'), gte(orders.createdAt, keptAt))
  const [order] = await store.read
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), or(eq(orders.status, 'pending'), isNew)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1)
  return order?.id ?? null
}

async function change(
  { store }: JobContext,
  row: KeptTrial,
  values: Pick<TrialRow, 'orderId' | 'expiresAt'>,
) {
  await store.tx((tx) => {
    const { trials } = tx.t
    const isSame = row.orderId === null ? isNull(trials.orderId) : eq(trials.orderId, row.orderId)
    return tx
      .update(trials)
      .set(values)
      .where(and(eq(trials.id, row.id), eq(trials.userId, row.userId), isSame))
  })
}

/** Whether the order may still open a service. */
async function isOpen({ store }: JobContext, { userId }: KeptTrial, orderId: string): Promise<boolean> {
  const { orders } = store.t
  const [order] = await store.read
    .select({ status: orders.status })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.id, orderId)))
  return order?.status === 'pending' || order?.status === 'approved'
}

/**
 * Kept sites wait for their customer's order, for up to 30 days. When it is rejected or cancelled, the customer has another day
 * to order again.
 */
export async function followOrders(ctx: JobContext): Promise<void> {
  const { trials } = ctx.store.t
  const rows = await ctx.store.read
    .select()
    .from(trials)
    .where(and(isNotNull(trials.userId), isNull(trials.problem)))
  for (const row of rows.filter(isKept)) {
    if (row.orderId === null) {
      const orderId = await findOrder(ctx, row)
      const expiresAt = after(row.keptAt, longestLifeMs)
      if (orderId !== null) await change(ctx, row, { orderId, expiresAt })
    } else if (!(await isOpen(ctx, row, row.orderId))) {
      await change(ctx, row, { orderId: null, expiresAt: after(ctx.now(), lifeMs) })
    }
  }
}
