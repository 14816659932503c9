import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { creditOrderPayments } from '#features/billing/service/bill-order.ts'
import { terminateService } from '#features/services/lifecycle/lifecycle.ts'
import { publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import type { OrderRow } from './present.ts'

type Closing = { order: OrderRow; status: 'rejected' | 'cancelled'; reason: string | null }

/** Ends the order without a service: terminates the reserved one, and credits payments. */
export async function closeOrder(
  tx: Tx,
  ctx: CustomerContext,
  { order, status, reason }: Closing,
): Promise<OrderRow> {
  const { orders } = tx.t
  const own = and(eq(orders.userId, order.userId), eq(orders.id, order.id))
  const decision = { status, reason, decidedAt: ctx.now(), decidedBy: ctx.user.id }
  await tx.update(orders).set(decision).where(own)
  await terminateService(tx, { userId: order.userId, id: order.serviceId, now: ctx.now() })
  await creditOrderPayments(tx, ctx, { order, status })
  publish(tx, ctx, { userId: order.userId, kind: 'order', id: order.id, status })
  return { ...order, ...decision }
}
