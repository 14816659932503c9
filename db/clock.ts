import { type Column, gt, lte, type SQL, sql } from 'drizzle-orm'
import { after, minute } from '#shared/time.ts'

/** The maximum difference between the clocks of two nodes. */
export const clockToleranceMs = 5 * minute

/**
 * The latest instant that a wait of at most `longestMs` can have stored by `now`; later ones were stored by a clock that
 * ran ahead.
 */
export const latestPlausible = (now: Date, longestMs: number): Date =>
  after(now, longestMs + clockToleranceMs)

/**
 * The instant in `column` has come, or is further ahead than the longest possible wait: the clock that stored it ran ahead
 * and has been set back since, and no job should wait until that time comes again.
 */
export const isDue = (column: Column, { now, longestMs }: { now: Date; longestMs: number }): SQL =>
  sql`(${lte(column, now)} or ${gt(column, latestPlausible(now, longestMs))})`
