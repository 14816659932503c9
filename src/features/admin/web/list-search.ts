import { given, readSearchCursor, readSearchId, readSearchWords } from '#web/lib/search-values.ts'

/** What an administrator's list keeps in its address. */
export type ListSearch = { status?: string; q?: string; cursor?: string; selected?: string }

/** The known keys with a value that they can have, and nothing else. */
export const readListSearch = ({ status, q, cursor, selected }: Record<string, unknown>): ListSearch =>
  given({
    status: typeof status === 'string' && statuses.has(status) ? status : undefined,
    q: readSearchWords(q),
    cursor: readSearchCursor(cursor),
    selected: readSearchId(selected),
  })

/** The orders that wait, unless the address asks for others. */
const defaultOrderStatus = 'pending'

type OrderStatusFilter = 'all' | 'pending' | 'approved' | 'rejected' | 'cancelled'
type ServiceStatusFilter =
  | 'all'
  | 'pending'
  | 'active'
  | 'restarting'
  | 'stopped'
  | 'suspended'
  | 'terminated'
type DomainStatusFilter = 'all' | 'active' | 'pending' | 'expired' | 'error'
type JobStatusFilter = 'all' | 'queued' | 'running' | 'done' | 'failed'

export const orderFilters: readonly OrderStatusFilter[] = [
  'pending',
  'approved',
  'rejected',
  'cancelled',
  'all',
]
export const serviceFilters: readonly ServiceStatusFilter[] = [
  'all',
  'pending',
  'active',
  'restarting',
  'stopped',
  'suspended',
  'terminated',
]
export const domainFilters: readonly DomainStatusFilter[] = ['all', 'active', 'pending', 'expired', 'error']
export const jobFilters: readonly JobStatusFilter[] = ['all', 'queued', 'running', 'failed', 'done']

const statuses = new Set<string>([...orderFilters, ...serviceFilters, ...domainFilters, ...jobFilters])

const pick = <T extends string>(values: readonly T[], value: string | undefined, fallback: T): T =>
  values.find((each) => each === value) ?? fallback

/** Only what was asked for: a key that is absent is absent on the wire too. */
const paging = ({ q, cursor }: ListSearch) => ({ ...(q ? { q } : {}), ...(cursor ? { cursor } : {}) })

export const ordersInput = (search: ListSearch) => ({
  status: pick(orderFilters, search.status, defaultOrderStatus),
  ...paging(search),
})
export const servicesInput = (search: ListSearch) => ({
  status: pick(serviceFilters, search.status, 'all'),
  ...paging(search),
})
export const domainsInput = (search: ListSearch) => ({
  status: pick(domainFilters, search.status, 'all'),
  ...paging(search),
})
export const jobsInput = ({ status, cursor }: ListSearch) => ({
  status: pick(jobFilters, status, 'all'),
  ...paging(cursor ? { cursor } : {}),
})
export const usersInput = paging
export const pageInput = ({ cursor }: ListSearch) => paging(cursor ? { cursor } : {})

type ListPage<Row> = { items: Row[]; nextCursor: string | null }

/** A query of a keyset-paged list, as a page hands it on. */
export type ListQuery<Row> = {
  data: ListPage<Row> | undefined
  error: unknown
  isPending: boolean
  refetch: () => unknown
}
