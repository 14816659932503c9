import { readUuid } from '#shared/uuid.ts'
import { type ListSearch, readListSearch } from '#web/lib/paged-list.ts'
import { given, readSearchDialog } from '#web/lib/search-values.ts'

/** Sort orders with their labels; the first is the default. */
export const databaseOrders = [
  ['newest', 'Newest first'],
  ['name', 'Name'],
  ['size', 'Largest first'],
] as const

/** Page state in the address: the service filter, search, sort order and page of the list, and the open dialog. */
export type DatabaseSearch = ListSearch & { service?: string; dialog?: 'create' }

/** `?service=` (all services if it is invalid), `?q=`, `?sort=`, `?page=` and `?dialog=`. */
export const readDatabaseSearch = (search: Record<string, unknown>): DatabaseSearch => ({
  ...readListSearch(
    search,
    databaseOrders.map(([order]) => order),
  ),
  ...given({
    service: readUuid(search.service),
    dialog: readSearchDialog(search.dialog, ['create'] as const),
  }),
})
