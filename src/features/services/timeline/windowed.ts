import { and, gt, lte, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** The period of a page: after `from`, and up to `to`. */
export type Window = { from: Date; to: Date }

/** Rows of one source on a page. */
export const mostRows = 200

/** Rows in the period, by their time column. */
export const within = (column: PgColumn, { from, to }: Window): SQL | undefined =>
  and(gt(column, from), lte(column, to))

/** Merges the sources into one page, newest first; each was read for one row more than a page holds. */
export function narrow(window: Window, sources: readonly (readonly { at: Date }[])[]): Window {
  const ends = sources.flatMap((rows) => rows.slice(mostRows).map(({ at }) => at.getTime()))
  return { ...window, from: new Date(Math.max(window.from.getTime(), ...ends)) }
}
