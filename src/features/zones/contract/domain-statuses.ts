export const domainStatuses = ['active', 'pending', 'expired', 'error'] as const

/** Status filter for domains and zones. */
export const domainFilters = ['all', ...domainStatuses] as const
