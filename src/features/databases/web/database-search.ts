import { readUuid } from '#shared/uuid.ts'
import { type ListSearch, readListSearch } from '#web/lib/paged-list.ts'
import { given, readSearchDialog } from '#web/lib/search-values.ts'

/** Each order by the words of the control; the first is the usual one. */
export const databaseOrders = [
  ['newest', 'Newest first'],
  ['name', 'Name'],
  ['size', 'Largest first'],
] as const

/** What the page keeps in its address: the service whose databases are shown, which of them, and the open dialog. */
export type DatabaseSearch = ListSearch & { service?: string; dialog?: 'create' }

/** `?service=`, all of them for anything that names none, `?q=`, `?sort=`, `?page=` and `?dialog=`. */
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
