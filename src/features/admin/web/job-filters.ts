import type { Filters } from '#web/desk/list-search.ts'

type JobFilter = 'all' | 'queued' | 'running' | 'failed' | 'done'

export const jobFilters: Filters<JobFilter> = ['all', 'queued', 'running', 'failed', 'done']
