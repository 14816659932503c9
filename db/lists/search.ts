import { and, asc, desc, eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { searchKey } from '#shared/text/search-text.ts'
import type { Reader, Store } from '../types.ts'
import { begins, type Direction, directionOf, type Key, type SearchedRows, writeCursor } from './paging.ts'

/** The limits of each search strategy: none takes longer in a list of a million rows than in one of a hundred thousand. */
export type SearchBounds = {
  /** The number of first rows scanned before the indexes of the searched values are used. */
  near: number
  /** With more matches than this in one index, the list is scanned in its order after all. */
  most: number
  /** The same for matches in a separate table, where each match refers to several rows of the list. */
  mostElsewhere: number
  /** The number of rows scanned in the order of the list. */
  far: number
}
const usualBounds: SearchBounds = { near: 2_000, most: 20_000, mostElsewhere: 2_000, far: 4_000 }

/** One way in which a row can match, as an index condition and as a test of a scanned row. */
export type Match = { range: SQL; test: SQL }

/** A text that begins with the search. The test is written so that it uses no index. */
export const beginsWith = (column: SQLWrapper, typed: string): Match => ({
  range: begins(column, typed),
  test: sql`substr(${column}, 1, ${sql.raw(String([...typed.toLowerCase()].length))}) = ${typed.toLowerCase()}`,
})

// Indic letters that keyboards write as one character and NFC as two.
const decomposed = Array.from({ length: 0x300 }, (_, at) => String.fromCodePoint(0x900 + at)).filter(
  (letter) => letter.normalize('NFC') !== letter,
)

/** The spellings under which a stored text can match, each once; see `searchKey`. */
function spellingsOf(q: string): string[] {
  const key = searchKey(q)
  const joined = decomposed.reduce((text, letter) => text.replaceAll(letter.normalize('NFC'), letter), key)
  return [...new Set([key, key.normalize('NFD'), joined])]
}

/**
 * The text contains the search, as in `containsText`, without wildcards. Stored texts may be composed, decomposed or have
 * the letters that NFC splits. SQLite's `lower` only knows a to z, so the other letters are folded by name.
 */
export function contains(column: SQL, q: string): SQL {
  const spelled = spellingsOf(q)
  const letters = [...new Set(spelled.join(''))].filter(
    (letter) => letter > '\x7f' && letter !== letter.toUpperCase(),
  )
  const folded = letters.reduce(
    (name, letter) => sql`replace(${name}, ${letter.toUpperCase()}, ${letter})`,
    sql`lower(${column})`,
  )
  const isLike = (text: string) => {
    const pattern = `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
    return sql`${folded} like ${pattern} escape '\\'`
  }
  return sql`(${or(...spelled.map(isLike))})`
}

type Table = PgTable & { id: PgColumn }

/** Matches in a separate table, to which rows of the list refer by `key`. */
type MatchesElsewhere = { table: Table; key: PgColumn; matches: Match[] }

/** A list ordered by its timestamps, and its searched columns. */
export type Search<Row> = {
  table: Table
  at: PgColumn
  direction?: Direction | undefined
  /** The condition shared by all rows of the list; an index in the list's order begins with it. */
  filter?: SQL | undefined
  matches: Match[]
  elsewhere?: MatchesElsewhere
  /** The rows of the list that match `which`, in its order. */
  select(read: Reader, which: SQL): PromiseLike<Row[]>
}

type Page = { cursor?: string | undefined; limit: number; bounds?: SearchBounds }
type AnySearch = Search<unknown>

const orderOf = ({ at, table, direction }: AnySearch) => directionOf({ at, id: table.id }, direction)

/** The last of that many rows behind the cursor; undefined when the list has none after them. */
async function findEnd(
  store: Store,
  search: AnySearch,
  { cursor, length }: { cursor: string | undefined; length: number },
): Promise<Key | undefined> {
  const { at, table, filter } = search
  const { behind, order } = orderOf(search)
  const [last, next] = await store.readLong((read) =>
    read
      .select({ at, id: table.id })
      .from(table)
      .where(and(filter, behind(cursor)))
      .orderBy(...order)
      .limit(2)
      .offset(length - 1),
  )
  return next && (last as Key)
}

/** Whether each index has no more matches than may be read. */
async function areFew(
  store: Store,
  { table, matches, elsewhere }: AnySearch,
  { bounds = usualBounds }: Page,
): Promise<boolean> {
  const places = [
    { table, matches, most: bounds.most },
    ...(elsewhere ? [{ ...elsewhere, most: bounds.mostElsewhere }] : []),
  ]
  for (const { table: from, matches: theirs, most } of places)
    for (const { range } of theirs) {
      const [row] = await store.readLong((read) =>
        read.select({ id: from.id }).from(from).where(range).limit(1).offset(most),
      )
      if (row) return false
    }
  return true
}

type ListPosition = { id: string; at: Date }
const positionsOf = (rows: { id: unknown; at: unknown }[]): ListPosition[] =>
  rows.map(({ id, at }) => ({ id: String(id), at: at as Date }))

/** The first rows of the page, from the indexes of the searched values. */
async function findByIndexes(
  store: Store,
  search: AnySearch,
  { cursor, limit, bounds = usualBounds }: Page,
): Promise<ListPosition[]> {
  const { table, at, filter, matches, elsewhere, direction } = search
  const { behind } = orderOf(search)
  const [by, sign] = direction === 'oldest first' ? ([asc, 1] as const) : ([desc, -1] as const)
  const own = matches.map(
    ({ range }) =>
      () =>
        range,
  )
  const theirs = (elsewhere?.matches ?? []).map(({ range }) => (read: Reader) => {
    const { table: other, key } = elsewhere as MatchesElsewhere
    return inArray(key, read.select({ id: other.id }).from(other).where(range).limit(bounds.mostElsewhere))
  })
  const found = new Map<string, ListPosition>()
  for (const condition of [...own, ...theirs]) {
    const rows = await store.readLong((read) => {
      // A separate limit, so that the outer order does not make PostgreSQL choose another index.
      const all = read
        .select({ id: sql`${table.id}`.as('id'), at: sql`${at}`.mapWith(at).as('at') })
        .from(table)
        .where(and(condition(read), filter, behind(cursor)))
        .limit(10 * bounds.most)
        .as('found')
      return read
        .select({ id: all.id, at: all.at })
        .from(all)
        .orderBy(by(all.at), by(all.id))
        .limit(limit + 1)
    })
    for (const place of positionsOf(rows)) found.set(place.id, place)
  }
  return [...found.values()]
    .sort((one, other) => sign * (one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1)))
    .slice(0, limit + 1)
}

/** A subquery per row: for a join, or for `exists`, PostgreSQL would read the whole other table. */
const isMatchElsewhere = (read: Reader, { table, key, matches }: MatchesElsewhere): SQL => {
  const isMatch = sql`${or(...matches.map(({ test }) => test))}`
  return sql`(${read.select({ isMatch }).from(table).where(eq(table.id, key))})`
}

/** The first matches in the order of the list between the cursor and `end`, inclusive. */
async function scan(
  store: Store,
  search: AnySearch,
  { cursor, end, limit }: { cursor: string | undefined; end: Key | undefined; limit: number },
): Promise<ListPosition[]> {
  const { table, at, filter, matches, elsewhere } = search
  const { behind, upTo, order } = orderOf(search)
  const isWithin = and(behind(cursor), end && upTo(end))
  const rows = await store.readLong((read) => {
    const tests = [
      ...matches.map(({ test }) => test),
      ...(elsewhere ? [isMatchElsewhere(read, elsewhere)] : []),
    ]
    return read
      .select({ id: table.id, at })
      .from(table)
      .where(and(filter, isWithin, or(...tests)))
      .orderBy(...order)
      .limit(limit + 1)
  })
  return positionsOf(rows)
}

/** The rows of the page, and how far the list was searched unless to its end. */
async function findPlaces(
  store: Store,
  search: AnySearch,
  page: Page,
): Promise<{ places: ListPosition[]; end?: Key | undefined }> {
  const { bounds = usualBounds, cursor, limit } = page
  const nearEnd = await findEnd(store, search, { cursor, length: bounds.near })
  const near = await scan(store, search, { cursor, end: nearEnd, limit })
  if (!nearEnd || near.length > limit) return { places: near }
  if (await areFew(store, search, page)) return { places: await findByIndexes(store, search, page) }
  const behind = writeCursor(nearEnd)
  const end = await findEnd(store, search, { cursor: behind, length: bounds.far })
  const far = await scan(store, search, { cursor: behind, end, limit })
  return { places: [...near, ...far].slice(0, limit + 1), end }
}

/**
 * A page of a search. It scans the first rows of the list, which is enough for frequent matches; otherwise it uses the indexes of
 * the searched values. If these have too many matches, it scans on in the order of the list up to a limit, perhaps with less
 * than a full page: frequent matches that are all far back take several pages to find.
 * @throws INVALID for a cursor that no list issued, and like `readLong`
 */
export async function searchList<Row>(
  store: Store,
  search: Search<Row>,
  page: Page,
): Promise<SearchedRows<Row>> {
  const { places, end } = await findPlaces(store, search, page)
  const ids = places.map(({ id }) => id)
  const rows =
    ids.length > 0 ? await store.readLong((read) => search.select(read, inArray(search.table.id, ids))) : []
  return { rows, end }
}
