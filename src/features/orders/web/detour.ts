import type { Order } from '#features/orders/contract/contract.ts'
import type { Service } from '#features/services/contract/contract.ts'
import { gateOf } from '#features/services/contract/gate.ts'

/** Nobody waits for it any more, and nothing came of it. */
export const isClosed = ({ status }: Order): boolean => status === 'rejected' || status === 'cancelled'

type Visit = { viewer: { isAdmin: boolean; hasAdminAccess: boolean }; orderId?: string | undefined }

/**
 * Where a customer who opens the waiting page belongs instead; `null` when there is something to wait for or to read, and for
 * administrators, whom no gate turns away. The orders are the newest first.
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
