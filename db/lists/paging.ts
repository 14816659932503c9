import { asc, between, desc, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { invalid } from '#shared/errors.ts'
import { maxPage } from '#shared/max-page.ts'
import { nilId, readId } from '#shared/schema.ts'

/** The maximum number of rows of a list without a limit (docs/product/conventions.md, "Lists"). */
export const maxRows = maxPage

export type Key = { at: Date; id: string }

/** The position after a row, opaque to the client. */
export const writeCursor = ({ at, id }: Key): string =>
  Buffer.from(`${at.getTime()}:${id}`).toString('base64url')

/** @throws INVALID when it is not a cursor that a list issued */
function readCursor(cursor: string): Key {
  const [at, id] = Buffer.from(cursor, 'base64url').toString('utf8').split(':')
  const isKey = at && id && /^\d{1,15}$/.test(at) && readId(id) !== nilId
  if (!isKey) throw invalid('cursor', 'This page does not exist.')
  return { at: new Date(Number(at)), id }
}

/** The first text, in byte order, after every text that begins with `prefix`; null when there is none. */
function endOfPrefix(prefix: string): string | null {
  const characters = [...prefix]
  while (characters.length > 0) {
    const code = characters.pop()?.codePointAt(0) ?? 0
    // Surrogate halves are not characters: the last character before them is followed by the first one after them.
    const next = code === 0xd7ff ? 0xe000 : code + 1
    if (next <= 0x10ffff) return characters.join('') + String.fromCodePoint(next)
  }
  return null
}

/**
 * Lower-case values of `column` that begin with the prefix, which has no wildcards. A range, so that an index answers it:
 * both engines compare these columns byte by byte.
 */
export function begins(column: SQLWrapper, typed: string): SQL {
  const prefix = typed.toLowerCase()
  const end = endOfPrefix(prefix)
  return end === null ? sql`${column} >= ${prefix}` : sql`(${column} >= ${prefix} and ${column} < ${end})`
}

const nibble = /^[0-9a-f]$/

/** Ids that begin with the prefix, as a range; `undefined` when no id can. */
export function idBegins(column: PgColumn, typed: string): SQL | undefined {
  const prefix = typed.toLowerCase()
  const isBeginning =
    prefix.length > 0 &&
    prefix.length <= nilId.length &&
    [...prefix].every((character, at) => (nilId[at] === '-' ? character === '-' : nibble.test(character)))
  if (!isBeginning) return undefined
  const rest = nilId.slice(prefix.length)
  return between(column, prefix + rest, prefix + rest.replaceAll('0', 'f'))
}

type Columns = { at: PgColumn; id: PgColumn }

// A row value, with which both engines seek in an index; with `or` they would read from the list's end.
const compare = (columns: Columns, sign: '<' | '<=' | '>' | '>=', { at, id }: Key): SQL =>
  sql`(${columns.at}, ${columns.id}) ${sql.raw(sign)} (${sql.param(at, columns.at)}, ${sql.param(id, columns.id)})`

/** Rows older than the cursor, for lists that run from the newest to the oldest. */
export function olderThan(columns: Columns, cursor: string | undefined): SQL | undefined {
  if (!cursor) return undefined
  return compare(columns, '<', readCursor(cursor))
}

/** The same for a list ordered by id, which grows with time. */
export const olderById = (id: PgColumn, cursor: string | undefined): SQL | undefined =>
  cursor ? lt(id, readCursor(cursor).id) : undefined

/** Rows newer than the cursor, for lists that run from the oldest to the newest. */
export function laterThan(columns: Columns, cursor: string | undefined): SQL | undefined {
  if (!cursor) return undefined
  return compare(columns, '>', readCursor(cursor))
}

/** Rows after a row of a list that runs from the oldest to the newest. */
export const newerThan = (columns: Columns, last: Key): SQL => compare(columns, '>', last)

/** Rows of a list that runs from the newest to the oldest, up to and including this one. */
export const notOlderThan = (columns: Columns, last: Key): SQL => compare(columns, '>=', last)

/** The order of a list; newest first by default. */
export type Direction = 'newest first' | 'oldest first'

/** The conditions for rows behind a cursor and for those up to it, and the order. */
export const directionOf = (columns: Columns, direction: Direction = 'newest first') =>
  direction === 'oldest first'
    ? {
        behind: (cursor: string | undefined) => laterThan(columns, cursor),
        upTo: (last: Key) => compare(columns, '<=', last),
        order: [asc(columns.at), asc(columns.id)] as const,
      }
    : {
        behind: (cursor: string | undefined) => olderThan(columns, cursor),
        upTo: (last: Key) => notOlderThan(columns, last),
        order: [desc(columns.at), desc(columns.id)] as const,
      }

/** Rows with a flag, spelled as in the partial indexes: SQLite compares the texts. */
export const isSet = (flag: PgColumn): SQL => sql`${flag}`

/** Whether a row outside the table is older than the cursor, by the same order. @throws INVALID like the list */
export function isOlder(cursor: string | undefined): (row: Key) => boolean {
  if (!cursor) return () => true
  const last = readCursor(cursor)
  return ({ at, id }) => at < last.at || (at.getTime() === last.at.getTime() && id < last.id)
}

/** The matches of a search that stopped at `end`; without `end` it reached the end of the list. */
export type SearchedRows<Row> = { rows: Row[]; end?: Key | undefined }

type Paging<Row, Item> = { limit: number; key: (row: Row) => Key; present: (row: Row) => Item }

/** One page of `limit + 1` rows, with the cursor of the next one: behind the page, or behind the last searched row. */
export function toPage<Row, Item>(
  found: Row[] | SearchedRows<Row>,
  { limit, key, present }: Paging<Row, Item>,
): { items: Item[]; nextCursor: string | null } {
  const { rows, end } = Array.isArray(found) ? { rows: found } : found
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? key(last) : end
  return { items: shown.map(present), nextCursor: next ? writeCursor(next) : null }
}

/** A customer's list: the rows alone, the cursor of the next page in `X-Next-Cursor`. */
export function toArray<Item>(page: { items: Item[]; nextCursor: string | null }, headers: Headers): Item[] {
  if (page.nextCursor) headers.set('x-next-cursor', page.nextCursor)
  return page.items
}
