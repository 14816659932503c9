import { day, formatClock, formatDay, minute } from '#shared/time.ts'

/**
 * A moment under a chart that spans so many milliseconds: five marks of less than two days would repeat the same day, and of
 * less than five minutes the same minute.
 */
export function formatTick(time: number, span: number): string {
  const at = new Date(time)
  if (span >= 2 * day) return formatDay(at)
  // Seconds are the same in every time zone of today.
  const seconds = span < 5 * minute ? `:${String(at.getUTCSeconds()).padStart(2, '0')}` : ''
  return `${formatClock(at)}${seconds}`
}
