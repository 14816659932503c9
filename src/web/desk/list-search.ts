import { readUuid } from '#shared/uuid.ts'
import { given, readSearchCursor, readSearchDialog, readSearchWords } from '#web/lib/search-values.ts'

/** What an administrator's list keeps in its address. */
export type ListSearch = { status?: string; q?: string; cursor?: string; selected?: string }

/** The statuses by which a list is filtered; the first is what an empty address means. */
export type Filters<Status extends string = string> = readonly [Status, ...Status[]]

/** Reads the known keys with a value that they can have, and nothing else. */
export const readListSearch =
  (filters: readonly string[] = []) =>
  ({ status, q, cursor, selected }: Record<string, unknown>): ListSearch =>
    given({
      status: readSearchDialog(status, filters),
      q: readSearchWords(q),
      cursor: readSearchCursor(cursor),
      selected: readUuid(selected),
    })

// Only what was asked for: a key that is absent is absent on the wire too.

/** What a list without a filter and a search is asked for. */
export const pageInput = ({ cursor }: ListSearch) => given({ cursor })

/** What a searched list is asked for. */
export const searchInput = ({ q, cursor }: ListSearch) => given({ q, cursor })

/** What a filtered and searched list is asked for. */
export const filteredInput = <Status extends string>(filters: Filters<Status>, search: ListSearch) => ({
  status: readSearchDialog(search.status, filters) ?? filters[0],
  ...searchInput(search),
})

type ListPage<Row> = { items: Row[]; nextCursor: string | null }

/** A query of a keyset-paged list, as a page hands it on. */
export type ListQuery<Row> = {
  data: ListPage<Row> | undefined
  error: unknown
  isPending: boolean
  refetch: () => unknown
}
