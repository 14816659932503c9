import { and, eq, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { invalid } from '#shared/errors.ts'
import { nilId, readId } from '#shared/schema.ts'

/** The most rows a list answers when nobody asked for fewer (decisions section 1, "Lists"). */
export const maxRows = 1_000

type Key = { at: Date; id: string }

/** The place after a row, opaque to the client. */
const writeCursor = ({ at, id }: Key): string => Buffer.from(`${at.getTime()}:${id}`).toString('base64url')

/** @throws INVALID when it is no cursor that a list handed out */
function readCursor(cursor: string): Key {
  const [at, id] = Buffer.from(cursor, 'base64url').toString('utf8').split(':')
  const isKey = at && id && /^\d{1,15}$/.test(at) && readId(id) !== nilId
  if (!isKey) throw invalid('cursor', 'This page does not exist.')
  return { at: new Date(Number(at)), id }
}

/** Lower-case values of `column` that begin with what was typed; nothing in it is a wildcard. */
export const begins = (column: SQLWrapper, typed: string): SQL =>
  sql`${column} like ${`${typed.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`} escape '\\'`

/** Rows older than the cursor, for lists that run from the newest to the oldest. */
export function olderThan(
  columns: { at: PgColumn; id: PgColumn },
  cursor: string | undefined,
): SQL | undefined {
  if (!cursor) return undefined
  const { at, id } = readCursor(cursor)
  return or(lt(columns.at, at), and(eq(columns.at, at), lt(columns.id, id)))
}

/** Whether a row that no table holds is older than the cursor, by the same order. @throws INVALID as the list does */
export function isOlder(cursor: string | undefined): (row: Key) => boolean {
  if (!cursor) return () => true
  const last = readCursor(cursor)
  return ({ at, id }) => at < last.at || (at.getTime() === last.at.getTime() && id < last.id)
}

/** One page out of `limit + 1` rows, with the cursor of the next one. */
export function toPage<Row, Item>(
  rows: Row[],
  { limit, key, present }: { limit: number; key: (row: Row) => Key; present: (row: Row) => Item },
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(present),
    nextCursor: rows.length > limit && last ? writeCursor(key(last)) : null,
  }
}

/** A customer's list: the rows alone, the cursor of the next page in `X-Next-Cursor`. */
export function toArray<Item>(page: { items: Item[]; nextCursor: string | null }, headers: Headers): Item[] {
  if (page.nextCursor) headers.set('x-next-cursor', page.nextCursor)
  return page.items
}
