import { type Column, gt, lte, type SQL, sql } from 'drizzle-orm'
import { after, minute } from '#shared/time.ts'

/** The clocks of two nodes may differ by so much. */
export const clockToleranceMs = 5 * minute

/** The latest instant that a wait of at most `longestMs` may have stored by `now`; later ones were stored by a clock that ran ahead. */
export const latestPlausible = (now: Date, longestMs: number): Date =>
  after(now, longestMs + clockToleranceMs)

/**
 * The instant in `column` has come, or lies further ahead than anybody waits: the clock that stored it ran ahead and was
 * set back since, and nobody is to wait until it is that late again.
 */
export const isDue = (column: Column, { now, longestMs }: { now: Date; longestMs: number }): SQL =>
  sql`(${lte(column, now)} or ${gt(column, latestPlausible(now, longestMs))})`
