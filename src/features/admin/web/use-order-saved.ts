import type { OrderDetail } from '#features/admin/contract.ts'
import { trpc } from '#web/trpc.ts'

/** Puts the answer of a decision on screen at once and re-reads what else it changed. */
export function useOrderSaved(): (order: OrderDetail) => void {
  const utils = trpc.useUtils()
  return ({ alreadyApproved: _, ...order }) => {
    utils.admin.orders.get.setData({ id: order.id }, order)
    void utils.admin.orders.list.invalidate()
    void utils.admin.overview.invalidate()
    void utils.admin.health.invalidate()
    void utils.admin.services.list.invalidate()
  }
}
