import { type Filters, filteredInput, type ListSearch, pageInput } from '#web/desk/list-search.ts'

type JobFilter = 'all' | 'queued' | 'running' | 'failed' | 'done'

export const jobFilters: Filters<JobFilter> = ['all', 'queued', 'running', 'failed', 'done']

/** What the list of jobs is asked for; it has no search. */
export const jobsInput = ({ status, ...search }: ListSearch) =>
  filteredInput(jobFilters, { ...pageInput(search), ...(status ? { status } : {}) })
