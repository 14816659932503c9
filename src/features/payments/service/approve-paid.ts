import { approve } from '#features/orders/service/decide-order.ts'
import type { JobContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import { findTarget } from './targets.ts'

/**
 * Approves an order whose payments cover its amount, if `AUTO_APPROVE` allows it. An order that was decided meanwhile, or cannot
 * be approved, stays as it is for an administrator.
 */
export async function approvePaidOrder(ctx: JobContext, orderId: string): Promise<void> {
  if (ctx.env.AUTO_APPROVE !== 'paid') return
  try {
    await ctx.store.tx(async (tx) => {
      await approve(tx, ctx, { id: orderId, note: 'Paid in full' })
      const { totalPaise, paidPaise } = await findTarget(tx, { orderId })
      if (paidPaise < totalPaise) throw new DomainError('WRONG_STATE', 'This order is not paid.')
    })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    ctx.log.warn('paid order not approved', { order: orderId, reason: error.message })
  }
}
