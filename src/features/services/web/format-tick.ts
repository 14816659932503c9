import { day, formatClock, formatDay, formatSeconds, minute } from '#shared/time.ts'

/**
 * A moment under a chart that spans so many milliseconds: five marks of less than two days would repeat the same day, and of
 * less than five minutes the same minute.
 */
export function formatTick(time: number, span: number): string {
  const at = new Date(time)
  if (span < 5 * minute) return formatSeconds(at)
  return span < 2 * day ? formatClock(at) : formatDay(at)
}
