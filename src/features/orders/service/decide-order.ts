import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/types.ts'
import { hasLostName } from '#features/names/hold-name.ts'
import { isPortalDomain } from '#features/names/portal-domain.ts'
import { notify } from '#features/notifications/service/notify.ts'
import { queueProvisioning } from '#features/services/lifecycle/lifecycle.ts'
import { publish } from '#server/answers/mutate.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import type { approveInput, rejectInput } from '../contract/desk.ts'
import { approvedWithoutName, orderRejected } from '../mails.ts'
import { auditOrder } from './audit-order.ts'
import { billApproved } from './bill-approved.ts'
import { closeOrder } from './close-order.ts'
import type { DecisionContext, OrderRow } from './present.ts'

async function lockOrder(tx: Tx, ctx: DecisionContext, id: string): Promise<OrderRow> {
  const { orders } = tx.t
  const [order] = await ctx.store.lock(tx.select().from(orders).where(eq(orders.id, id)))
  if (!order) throw notFound('This order')
  return order
}

/** Mails a customer whose service is approved without the ordered name. */
async function notifyLostName(tx: Tx, ctx: DecisionContext, order: OrderRow): Promise<void> {
  const { id, domain } = order
  if (domain === null || !(await hasLostName(tx, order))) return
  const template = approvedWithoutName({ id, domain })
  await notify(tx, ctx, { userId: order.userId, kind: 'order.approved', template })
}

/** The administrator who decides; null for the portal, which goes by payments. */
const deciderOf = (ctx: DecisionContext): string | null => ('user' in ctx ? ctx.user.id : null)

/**
 * Approves the order, queues its service for provisioning, and issues its invoice with the audit entry. An administrator's
 * approval confirms the payment. Returns false, without changes, for an order that was approved before.
 * @throws NOT_FOUND, WRONG_STATE when it was rejected or cancelled, its service was terminated, or its domain is a name of
 *   the portal
 */
export async function approve(
  tx: Tx,
  ctx: DecisionContext,
  { id, note, serverIp }: z.output<typeof approveInput>,
): Promise<boolean> {
  const order = await lockOrder(tx, ctx, id)
  if (order.status === 'approved') return false
  if (order.status !== 'pending') throw new DomainError('WRONG_STATE', `This order was ${order.status}.`)
  // The administrator's own host is one more name of the portal, which the customer may not have seen.
  if (order.domain !== null && isPortalDomain(ctx, order.domain))
    throw new DomainError('WRONG_STATE', `${order.domain} belongs to the portal itself. Reject this order.`)
  const now = ctx.now()
  const decidedBy = deciderOf(ctx)
  await tx
    .update(tx.t.orders)
    .set({ status: 'approved', note: note ?? null, decidedAt: now, decidedBy })
    .where(eq(tx.t.orders.id, id))
  await queueProvisioning(tx, {
    userId: order.userId,
    id: order.serviceId,
    serverIp: serverIp ?? null,
    now,
  })
  await auditOrder(tx, ctx, { action: 'order.approve', order, note: note ?? null })
  await notifyLostName(tx, ctx, order)
  const confirmation = decidedBy === null ? null : { by: decidedBy, at: now }
  await billApproved(tx, ctx, { order, confirmation })
  publish(tx, ctx, { userId: order.userId, kind: 'order', id, status: 'approved' })
  return true
}

async function notifyRejected(tx: Tx, ctx: CustomerContext, order: OrderRow, reason: string): Promise<void> {
  const { pricingPlans } = tx.t
  const [plan] = await tx.select().from(pricingPlans).where(eq(pricingPlans.id, order.planId))
  if (!plan) return
  const template = orderRejected({ id: order.id, planName: plan.name, reason })
  await notify(tx, ctx, { userId: order.userId, kind: 'order.rejected', template })
}

/**
 * Rejects the order with its reason, terminates its service and queues a mail to the customer.
 * @throws NOT_FOUND, WRONG_STATE when it was decided already
 */
export async function reject(
  tx: Tx,
  ctx: CustomerContext,
  { id, reason }: z.output<typeof rejectInput>,
): Promise<void> {
  const order = await lockOrder(tx, ctx, id)
  if (order.status !== 'pending')
    throw new DomainError('WRONG_STATE', `This order was already ${order.status}.`)
  await closeOrder(tx, ctx, { order, status: 'rejected', reason })
  await auditOrder(tx, ctx, { action: 'order.reject', order, note: reason })
  await notifyRejected(tx, ctx, order, reason)
}
