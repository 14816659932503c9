import { type Filters, filteredInput, type ListSearch } from '#web/desk/list-search.ts'

type AuditFilter = 'all' | 'orders' | 'payments' | 'services' | 'domains' | 'mail' | 'accounts' | 'portal'

/** Kinds of actions; stored in the address like the statuses of other lists. */
export const auditFilters: Filters<AuditFilter> = [
  'all',
  'orders',
  'payments',
  'services',
  'domains',
  'mail',
  'accounts',
  'portal',
]

/** Input of the audit log's query. */
export function auditInput(search: ListSearch) {
  const { status: kind, ...input } = filteredInput(auditFilters, search)
  return { kind, ...input }
}
