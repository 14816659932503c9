import { after, day, kolkataOffsetMs } from '#shared/time.ts'

const isBusinessDay = (at: Date): boolean => {
  const weekday = after(at, kolkataOffsetMs).getUTCDay()
  return weekday !== 0 && weekday !== 6
}

/** The instant that many business days later: Monday to Friday in Kolkata, holidays ignored. */
export function addBusinessDays(from: Date, days: number): Date {
  let at = from
  for (let left = days; left > 0; ) {
    at = after(at, day)
    if (isBusinessDay(at)) left -= 1
  }
  return at
}
