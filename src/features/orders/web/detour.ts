import type { Order } from '#features/orders/contract/contract.ts'
import type { Service } from '#features/services/contract/contract.ts'
import { gateOf } from '#features/services/contract/gate.ts'

/** Rejected or cancelled orders. */
export const isClosed = ({ status }: Order): boolean => status === 'rejected' || status === 'cancelled'

type Visit = { viewer: { isAdmin: boolean; hasAdminAccess: boolean }; orderId?: string | undefined }

/**
 * Where the waiting page redirects a customer; `null` when there is a pending order or an outcome to read, and for
 * administrators, who pass every gate. The orders are newest first.
 */
export function readDetour(
  services: readonly Service[],
  orders: readonly Order[],
  { viewer, orderId }: Visit,
) {
  const isWaiting = services.some(({ status }) => status === 'pending')
  if (viewer.isAdmin || viewer.hasAdminAccess || isWaiting || orders.some(({ id }) => id === orderId))
    return null
  if (gateOf(viewer, services) === 'dashboard') return '/dashboard' as const
  return orders[0] && isClosed(orders[0]) ? null : ('/select-plan' as const)
}
