import { and, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Source, Store } from '../types.ts'
import { directionOf, idBegins, type SearchedRows } from './paging.ts'
import { type Match, type Search, searchList } from './search.ts'

type PageRequest = { q?: string | undefined; cursor?: string | undefined; limit: number }

/** The query of a page: which rows, in which order, and how many. */
type PageOf = { where: SQL | undefined; order: readonly [SQL, SQL]; rows: number }

type SearchedList<Row> = Pick<Search<Row>, 'table' | 'at' | 'direction' | 'filter'> & {
  /** The ways in which a row matches the search, besides a prefix of its id. */
  match: (q: string) => Promise<Pick<Search<Row>, 'matches' | 'elsewhere'>>
  select: (source: Source, page: PageOf) => PromiseLike<Row[]>
}

const matchId = (column: PgColumn, q: string): Match[] => {
  const range = idBegins(column, q)
  return range ? [{ range, test: range }] : []
}

/** A page of a list of all customers' rows, searched when a search was entered. @throws like `searchList` */
export async function readSearchedList<Row>(
  store: Store,
  list: SearchedList<Row>,
  request: PageRequest,
): Promise<Row[] | SearchedRows<Row>> {
  const { table, at, direction, filter, match, select } = list
  const { q, cursor, limit } = request
  const { behind, order } = directionOf({ at, id: table.id }, direction)
  const page = (source: Source, which?: SQL) =>
    select(source, {
      where: and(filter, which, behind(cursor)),
      order,
      rows: limit + 1,
    })
  if (!q) return page(store)
  const { matches, ...more } = await match(q)
  return searchList(
    store,
    {
      table,
      at,
      direction,
      filter,
      matches: [...matches, ...matchId(table.id, q)],
      ...more,
      select: (read, which) => page({ read, t: store.t }, which),
    },
    request,
  )
}
