import { and, count, desc, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { begins, type Key, newerThan, olderThan } from './paging.ts'
import type { Reader, Store } from './types.ts'

/** The limits of each way of searching. */
export type SearchBounds = {
  /** How many of the newest rows are scanned before the indexes of the searched values are used. */
  near: number
  /**
   * With more matches than this in one index, the list is scanned in its order after all, since enough of them are soon
   * found.
   */
  most: number
}
const usualBounds: SearchBounds = { near: 2_000, most: 200_000 }

/** One way in which a row can match, for the index that finds such rows, and for a row that is scanned. */
export type Match = { range: SQL; test: SQL }

/** A text that begins with the search. The test is spelled so that no index is used for it. */
export const beginsWith = (column: SQLWrapper, typed: string): Match => ({
  range: begins(column, typed),
  test: sql`substr(${column}, 1, ${sql.raw(String([...typed.toLowerCase()].length))}) = ${typed.toLowerCase()}`,
})

type Table = PgTable & { id: PgColumn }

/** Matches in a separate table, to which rows of the list refer by `key`. */
type MatchesElsewhere = { table: Table; key: PgColumn; matches: Match[] }

/** A list from the newest to the oldest, and its searched columns. */
export type Search<Row> = {
  table: Table
  at: PgColumn
  /** The condition that all rows of the list share; an index of the list's order begins with it. */
  filter?: SQL | undefined
  matches: Match[]
  elsewhere?: MatchesElsewhere
  /** A page of the rows of the list that match `which`. */
  select(read: Reader, which: SQL | undefined): PromiseLike<Row[]>
}

type Page = { cursor?: string | undefined; limit: number; bounds?: SearchBounds }
type Found = Search<unknown>

const keyOf = ({ at, table }: Found) => ({ at, id: table.id })

/** The first row after the newest ones behind the cursor; undefined when the list ends before. */
async function findFirstFar(
  store: Store,
  search: Found,
  { cursor, bounds = usualBounds }: Page,
): Promise<Key | undefined> {
  const { at, table, filter } = search
  const [row] = await store.readLong((read) =>
    read
      .select({ at, id: table.id })
      .from(table)
      .where(and(filter, olderThan(keyOf(search), cursor)))
      .orderBy(desc(at), desc(table.id))
      .limit(1)
      .offset(bounds.near),
  )
  return row as Key | undefined
}

/** Whether each index has at most as many matches as may be read. */
async function areFew(
  store: Store,
  { table, matches, elsewhere }: Found,
  { bounds = usualBounds }: Page,
): Promise<boolean> {
  const places = [{ table, matches }, ...(elsewhere ? [elsewhere] : [])]
  const ranges = places.flatMap((place) => place.matches.map(({ range }) => ({ table: place.table, range })))
  for (const { table: from, range } of ranges) {
    const [row] = await store.readLong((read) => {
      const some = read
        .select({ id: from.id })
        .from(from)
        .where(range)
        .limit(bounds.most + 1)
      return read.select({ number: count() }).from(some.as('some'))
    })
    if ((row?.number ?? 0) > bounds.most) return false
  }
  return true
}

/** The ids of the page's rows, found by the indexes of the searched values. */
async function findIds(
  store: Store,
  search: Found,
  { cursor, limit, bounds = usualBounds }: Page,
): Promise<string[]> {
  const { table, at, filter, matches, elsewhere } = search
  const own = matches.map(
    ({ range }) =>
      () =>
        range,
  )
  const theirs = (elsewhere?.matches ?? []).map(({ range }) => (read: Reader) => {
    const { table: other, key } = elsewhere as MatchesElsewhere
    return inArray(key, read.select({ id: other.id }).from(other).where(range).limit(bounds.most))
  })
  const found = new Map<string, Date>()
  for (const condition of [...own, ...theirs]) {
    const rows = await store.readLong((read) => {
      // A separate limit, so that the order of the whole does not make PostgreSQL choose another index.
      const all = read
        .select({ id: sql`${table.id}`.as('id'), at: sql`${at}`.mapWith(at).as('at') })
        .from(table)
        .where(and(condition(read), filter, olderThan(keyOf(search), cursor)))
        .limit(10 * bounds.most)
        .as('found')
      return read
        .select({ id: all.id, at: all.at })
        .from(all)
        .orderBy(desc(all.at), desc(all.id))
        .limit(limit + 1)
    })
    for (const row of rows) found.set(String(row.id), row.at as Date)
  }
  return [...found]
    .sort(([one, oneAt], [other, otherAt]) => otherAt.getTime() - oneAt.getTime() || (one < other ? 1 : -1))
    .slice(0, limit + 1)
    .map(([id]) => id)
}

/**
 * A page of a search and one row more, if there is one. It scans the newest rows first, which is enough for frequent
 * matches; else it uses the indexes of the searched values. Frequent matches far back in the list may take long.
 * @throws INVALID for a cursor that no list issued, and as `readLong` does
 */
export async function searchList<Row>(store: Store, search: Search<Row>, page: Page): Promise<Row[]> {
  const { table, matches, elsewhere, select } = search
  const isMatch = or(...[...matches, ...(elsewhere?.matches ?? [])].map(({ test }) => test))
  const firstFar = await findFirstFar(store, search, page)
  const isNear = firstFar && newerThan(keyOf(search), firstFar)
  const near = await store.readLong((read) => select(read, and(isMatch, isNear)))
  if (!firstFar || near.length > page.limit) return near
  if (!(await areFew(store, search, page))) return store.readLong((read) => select(read, isMatch))
  const ids = await findIds(store, search, page)
  return store.readLong((read) => select(read, inArray(table.id, ids)))
}
