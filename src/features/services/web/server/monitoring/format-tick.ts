import { day, formatClock, formatDay, minute } from '#shared/time.ts'

/**
 * A tick label for a chart of this many milliseconds: five dates on less than two days would repeat, and five times on less than
 * five minutes would repeat without seconds.
 */
export function formatTick(time: number, span: number): string {
  const at = new Date(time)
  if (span >= 2 * day) return formatDay(at)
  // Seconds are the same in every current time zone.
  const seconds = span < 5 * minute ? `:${String(at.getUTCSeconds()).padStart(2, '0')}` : ''
  return `${formatClock(at)}${seconds}`
}
