import type { Filters } from '#web/desk/list-search.ts'

export const backupFilters: Filters<'all' | 'failed'> = ['all', 'failed']
