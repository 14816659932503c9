import type { Filters } from '#web/desk/list-search.ts'
import type { Tone } from '#web/ui/values/status-badge.tsx'
import type { OrderStatus } from '../../contract/contract.ts'

/** Other screens show these words in grey (docs/product/interface.md, "Status colours"); on the desk the outcome matters. */
export const orderTones: Record<OrderStatus, Tone> = {
  pending: 'warn',
  approved: 'ok',
  rejected: 'bad',
  cancelled: 'neutral',
}

/** Pending orders, unless the address names another status. */
export const orderFilters: Filters<OrderStatus | 'all'> = [
  'pending',
  'approved',
  'rejected',
  'cancelled',
  'all',
]
