import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/store.ts'
import { sendMail } from '#features/mail/send-mail.ts'
import { queueProvisioning } from '#features/services/lifecycle.ts'
import type { CustomerContext } from '#server/context.ts'
import { DomainError, notFound } from '#shared/errors.ts'
import type { approveInput, rejectInput } from '../contract.ts'
import { orderRejected } from '../mails.ts'
import { auditOrder } from './audit-order.ts'
import { closeOrder } from './close-order.ts'
import { isPortalDomain } from './portal-domain.ts'
import type { OrderRow } from './present.ts'

async function lockOrder(ctx: CustomerContext, tx: Tx, id: string): Promise<OrderRow> {
  const { orders } = tx.t
  const [order] = await ctx.store.lock(tx.select().from(orders).where(eq(orders.id, id)))
  if (!order) throw notFound('This order')
  return order
}

const announce = (ctx: CustomerContext, order: OrderRow, status: OrderRow['status']) =>
  ctx.events.publish({ userId: order.userId, kind: 'order', id: order.id, status })

/**
 * The order is approved and its service queued for provisioning, with the audit entry, in one transaction that also
 * reads the `answer`. Approving twice is safe: the second says `alreadyApproved` and changes nothing.
 * @throws NOT_FOUND, WRONG_STATE when it was rejected or cancelled, its service was terminated, or its domain is a name of
 *   the portal
 */
export async function approveOrder<T>(
  ctx: CustomerContext,
  { id, note, serverIp }: z.output<typeof approveInput>,
  answer: (tx: Tx, alreadyApproved: boolean) => Promise<T>,
): Promise<T> {
  let approved: OrderRow | null = null
  const answered = await ctx.store.tx(async (tx) => {
    const order = await lockOrder(ctx, tx, id)
    if (order.status === 'approved') return answer(tx, true)
    if (order.status !== 'pending') throw new DomainError('WRONG_STATE', `This order was ${order.status}.`)
    // The administrator's own way to the portal is one more name of it, which the customer need not have used.
    if (order.domain !== null && isPortalDomain(ctx, order.domain))
      throw new DomainError('WRONG_STATE', `${order.domain} belongs to the portal itself. Reject this order.`)
    const now = ctx.now()
    await tx
      .update(tx.t.orders)
      .set({ status: 'approved', note: note ?? null, decidedAt: now, decidedBy: ctx.user.id })
      .where(eq(tx.t.orders.id, id))
    await queueProvisioning(tx, {
      userId: order.userId,
      id: order.serviceId,
      serverIp: serverIp ?? null,
      now,
    })
    await auditOrder(tx, ctx, { action: 'order.approve', order, note: note ?? null })
    approved = order
    return answer(tx, false)
  })
  if (approved) announce(ctx, approved, 'approved')
  return answered
}

async function queueRejectionMail(
  ctx: CustomerContext,
  tx: Tx,
  order: OrderRow,
  reason: string,
): Promise<void> {
  const { users, pricingPlans } = tx.t
  const [user] = await tx.select().from(users).where(eq(users.id, order.userId))
  const [plan] = await tx.select().from(pricingPlans).where(eq(pricingPlans.id, order.planId))
  if (!user || !plan) return
  await sendMail(tx, ctx, orderRejected({ id: order.id, planName: plan.name, reason }), user)
}

/**
 * The order is rejected with its reason, its service terminated and the customer told, in one transaction that also
 * reads the `answer`.
 * @throws NOT_FOUND, WRONG_STATE when it was decided already
 */
export async function rejectOrder<T>(
  ctx: CustomerContext,
  { id, reason }: z.output<typeof rejectInput>,
  answer: (tx: Tx) => Promise<T>,
): Promise<T> {
  let rejected: OrderRow | null = null
  const answered = await ctx.store.tx(async (tx) => {
    const order = await lockOrder(ctx, tx, id)
    if (order.status !== 'pending')
      throw new DomainError('WRONG_STATE', `This order was ${order.status} already.`)
    await closeOrder(ctx, tx, { order, status: 'rejected', reason })
    await auditOrder(tx, ctx, { action: 'order.reject', order, note: reason })
    await queueRejectionMail(ctx, tx, order, reason)
    rejected = order
    return answer(tx)
  })
  if (rejected) announce(ctx, rejected, 'rejected')
  return answered
}
