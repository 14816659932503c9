import { type Filters, filteredInput, type ListSearch } from '#web/desk/list-search.ts'

type AuditFilter = 'all' | 'orders' | 'payments' | 'services' | 'domains' | 'mail' | 'accounts' | 'portal'

/** The kinds of actions; in the address like the statuses of other lists. */
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

/** What the audit log is asked for. */
export function auditInput(search: ListSearch) {
  const { status: kind, ...input } = filteredInput(auditFilters, search)
  return { kind, ...input }
}
