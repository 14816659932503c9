import { type Filters, type ListSearch, pageInput } from '#web/desk/list-search.ts'

export const backupFilters: Filters<'all' | 'failed'> = ['all', 'failed']

/** What the list of backups is asked for. */
export const backupsInput = (search: ListSearch) => ({
  ...pageInput(search),
  ...(search.status === 'failed' ? { status: 'failed' as const } : {}),
})
