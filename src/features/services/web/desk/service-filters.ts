import type { Filters } from '#web/desk/list-search.ts'
import type { ServiceStatus } from '../../contract/contract.ts'

export const serviceFilters: Filters<ServiceStatus | 'all'> = [
  'all',
  'pending',
  'active',
  'restarting',
  'stopped',
  'suspended',
  'terminated',
]
