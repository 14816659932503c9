import type { Filters } from '#web/desk/list-search.ts'
import type { OrderStatus } from '../../contract.ts'

/** The orders that wait, unless the address asks for others. */
export const orderFilters: Filters<OrderStatus | 'all'> = [
  'pending',
  'approved',
  'rejected',
  'cancelled',
  'all',
]
