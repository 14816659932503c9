import { and, eq } from 'drizzle-orm'
import { auditWork } from '#db/audit/audit.ts'
import type { EraseAccount } from '#features/account/deletion/part.ts'
import { creditOrderPayments } from '#features/billing/service/bill-order.ts'
import { terminateService } from '#features/services/lifecycle/lifecycle.ts'

/** Cancels pending orders and frees their reservations; orders stay with their invoices. */
export const eraseAccount: EraseAccount = async (ctx, userId) => {
  const { orders: o } = ctx.store.t
  const waiting = and(eq(o.userId, userId), eq(o.status, 'pending'))
  for (const { id } of await ctx.store.read.select({ id: o.id }).from(o).where(waiting))
    await ctx.store.tx(async (tx) => {
      const now = ctx.now()
      const decision = { status: 'cancelled' as const, reason: 'The account was deleted.', decidedAt: now }
      const [order] = await tx
        .update(tx.t.orders)
        .set(decision)
        .where(and(waiting, eq(o.id, id)))
        .returning()
      if (!order) return
      await terminateService(tx, { userId, id: order.serviceId, now })
      await creditOrderPayments(tx, ctx, { order, status: 'cancelled' })
      const target = { targetType: 'order', targetId: id, userId }
      await auditWork(tx, { now: ctx.now }, { action: 'order.cancel', ...target, note: decision.reason })
    })
}
