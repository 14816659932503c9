export const domainStatuses = ['active', 'pending', 'expired', 'error'] as const

/** What administrators filter domains and their zones by. */
export const domainFilters = ['all', ...domainStatuses] as const
