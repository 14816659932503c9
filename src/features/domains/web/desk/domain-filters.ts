import type { Filters } from '#web/desk/list-search.ts'

type DomainFilter = 'all' | 'active' | 'pending' | 'expired' | 'error'

export const domainFilters: Filters<DomainFilter> = ['all', 'active', 'pending', 'expired', 'error']
