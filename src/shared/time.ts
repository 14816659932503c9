/** Times are ISO-8601 UTC strings on the wire; users see dates in en-GB, in Kolkata time. */

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

const zone = 'Asia/Kolkata'
/** Kolkata has the same offset all year. */
export const kolkataOffsetMs = 330 * minute

type Instant = Date | string

const asDate = (instant: Instant): Date => (typeof instant === 'string' ? new Date(instant) : instant)

/** A format, created at its first use: a page needs few of them, and each takes milliseconds on a phone. */
function formatBy(options: Intl.DateTimeFormatOptions): (instant: Instant) => string {
  let format: Intl.DateTimeFormat | undefined
  return (instant) => {
    format ??= new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...options })
    return format.format(asDate(instant))
  }
}

const dayParts = { day: '2-digit', month: 'short' } as const
const clockParts = { hour: '2-digit', minute: '2-digit', hour12: false } as const
const momentFormat = formatBy({ ...dayParts, year: 'numeric', ...clockParts })
const exactFormat = formatBy({ ...dayParts, ...clockParts, second: '2-digit' })

/** `21 Nov 2026` */
export const formatDate = formatBy({ ...dayParts, year: 'numeric' })

/** `21/11/2026`, as on the billing page. */
export const formatBillDate = formatBy({})

/** `21 Nov 2026, 14:05 IST` */
export const formatMoment = (instant: Instant): string => `${momentFormat(instant)} IST`

/** `21 Nov, 14:05:10 IST` */
export const formatExactMoment = (instant: Instant): string => `${exactFormat(instant)} IST`

/** `14:05` */
export const formatClock = formatBy(clockParts)

/** `21 Nov` */
export const formatDay = formatBy(dayParts)

/** `November 2026` */
export const formatMonth = formatBy({ month: 'long', year: 'numeric' })

const steps: [limit: number, unit: number, name: Intl.RelativeTimeFormatUnit][] = [
  [minute, second, 'second'],
  [hour, minute, 'minute'],
  [day, hour, 'hour'],
  [30 * day, day, 'day'],
  [365 * day, 30 * day, 'month'],
  [Number.POSITIVE_INFINITY, 365 * day, 'year'],
]
let relativeFormat: Intl.RelativeTimeFormat | undefined

/** `3 minutes ago`, measured against `now`. */
export function formatRelative(instant: Instant, now: Date): string {
  const distance = asDate(instant).getTime() - now.getTime()
  const step = steps.find(([limit]) => Math.abs(distance) < limit)
  if (!step) return formatDate(instant)
  relativeFormat ??= new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })
  return relativeFormat.format(Math.round(distance / step[1]), step[2])
}

/** Seconds as days and hours, `3d 4h`. */
export function formatUptime(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3_600)
  return `${days}d ${hours}h`
}

/** The current day in Kolkata, `2026-11-21`; days sort as strings. */
export const dayInKolkata = (instant: Date): string =>
  new Date(instant.getTime() + kolkataOffsetMs).toISOString().slice(0, 10)

/** The time `ms` milliseconds after `from`. */
export const after = (from: Date, ms: number): Date => new Date(from.getTime() + ms)
