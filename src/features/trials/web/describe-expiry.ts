import { after, day, formatClock, formatDate, formatMoment } from '#shared/time.ts'

/** The expiry of a temporary site: `Expires tomorrow at 19:00 IST.` */
export function describeExpiry(at: string, now: Date | null): string {
  const date = formatDate(at)
  if (now === null) return `Expires on ${formatMoment(at)}.`
  if (date === formatDate(now)) return `Expires today at ${formatClock(at)} IST.`
  if (date === formatDate(after(now, day))) return `Expires tomorrow at ${formatClock(at)} IST.`
  return `Expires on ${formatMoment(at)}.`
}
