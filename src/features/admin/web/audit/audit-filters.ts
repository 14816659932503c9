import { type Filters, type ListSearch, searchInput } from '#web/desk/list-search.ts'
import { given } from '#web/lib/search-values.ts'

const kinds = ['orders', 'payments', 'services', 'domains', 'mail', 'accounts', 'portal'] as const

/** The kinds of actions; in the address like the statuses of other lists. */
export const auditFilters: Filters = ['all', ...kinds]

/** What the audit log is asked for. */
export const auditInput = (search: ListSearch) => ({
  ...searchInput(search),
  ...given({ kind: kinds.find((kind) => kind === search.status) }),
})
