import { approve } from '#features/orders/service/decide-order.ts'
import type { JobContext } from '#server/context.ts'
import { DomainError } from '#shared/errors.ts'
import { findTarget } from './targets.ts'

/**
 * An order whose payments cover its amount is approved by the portal, when `AUTO_APPROVE` says so. One that was decided
 * meanwhile stays as it is, and so does one that cannot be approved: an administrator sees to it.
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
