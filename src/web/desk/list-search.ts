import { readUuid } from '#shared/uuid.ts'
import { given, readSearchCursor, readSearchDialog, readSearchWords } from '#web/lib/search-values.ts'

/** URL parameters of an administrator's list. */
export type ListSearch = { status?: string; q?: string; cursor?: string; selected?: string }

/** The statuses to filter a list by; the first is the default. */
export type Filters<Status extends string = string> = readonly [Status, ...Status[]]

/** Reads the known keys with valid values, and nothing else. */
export const readListSearch =
  (filters: readonly string[] = []) =>
  ({ status, q, cursor, selected }: Record<string, unknown>): ListSearch =>
    given({
      status: readSearchDialog(status, filters),
      q: readSearchWords(q),
      cursor: readSearchCursor(cursor),
      selected: readUuid(selected),
    })

// Omits absent keys on the wire too.

/** Input of a list without filter or search. */
export const pageInput = ({ cursor }: ListSearch) => given({ cursor })

/** Input of a searched list. */
export const searchInput = ({ q, cursor }: ListSearch) => given({ q, cursor })

/** Input of a filtered and searched list. */
export const filteredInput = <Status extends string>(filters: Filters<Status>, search: ListSearch) => ({
  status: readSearchDialog(search.status, filters) ?? filters[0],
  ...searchInput(search),
})

type ListPage<Row> = { items: Row[]; nextCursor: string | null }

/** A query of a keyset-paged list, as a page passes it on. */
export type ListQuery<Row> = {
  data: ListPage<Row> | undefined
  error: unknown
  isPending: boolean
  refetch: () => unknown
}
