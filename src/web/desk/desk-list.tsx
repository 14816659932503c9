import { Link } from '@tanstack/react-router'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { type Column, DataTable, type DataTableProps } from '../ui/tables/data-table.tsx'
import type { ListQuery, ListSearch } from './list-search.ts'
import { NextPage, Pager } from './pager.tsx'

type DeskListProps<Row extends { id: string }> = Pick<DataTableProps<Row>, 'rowLabel' | 'selection'> & {
  /** Noun for the rows: "Services". */
  what: string
  query: ListQuery<Row>
  columns: Column<Row>[]
  search: ListSearch
  /** Text of an empty list. */
  empty: string
}

/** A keyset-paged desk list with its loading, empty and error states. */
export function DeskList<Row extends { id: string }>({
  what,
  query,
  columns,
  search,
  empty,
  ...more
}: DeskListProps<Row>) {
  const nextCursor = query.data?.nextCursor
  const isFiltered = Boolean(search.q || search.status || search.cursor)
  const nothing = isFiltered ? <NothingFound nextCursor={nextCursor} /> : <EmptyState title={empty} />
  return (
    <>
      <QueryState
        query={query}
        what={what}
        loadingText={`Loading ${what.toLowerCase()}...`}
        isEmpty={({ items }) => items.length === 0}
        empty={nothing}
      >
        {({ items }) => (
          <DataTable caption={what} columns={columns} rows={items} rowId={({ id }) => id} {...more} />
        )}
      </QueryState>
      <Pager search={search} nextCursor={query.data?.items.length ? nextCursor : null} />
    </>
  )
}

function NothingFound({ nextCursor }: { nextCursor: string | null | undefined }) {
  if (nextCursor)
    return (
      <EmptyState
        title="No matches yet"
        text="None of the entries searched so far match. The others have not been searched yet."
        action={
          <NextPage cursor={nextCursor} className="button">
            Search further
          </NextPage>
        }
      />
    )
  return (
    <EmptyState
      title="No matches"
      text="No entries match this search and status."
      action={
        <Link to="." search={{}} activeOptions={{ exact: true }} className="button">
          Clear the filter
        </Link>
      }
    />
  )
}
