import { kolkataOffsetMs } from '#shared/time.ts'

/** Billing terms, with their months. */
export const terms = ['monthly', 'quarterly', 'yearly'] as const
export type Term = (typeof terms)[number]
export const monthsOf: Record<Term, number> = { monthly: 1, quarterly: 3, yearly: 12 }

/** Shifted so that the date's UTC fields show Kolkata time. */
const toKolkata = (instant: Date): Date => new Date(instant.getTime() + kolkataOffsetMs)

/** The day of the month in Kolkata, 1–31. */
export const dayOfMonth = (instant: Date): number => toKolkata(instant).getUTCDate()

/**
 * The same time of day in Kolkata that many months later: on `anchorDay`, or on the last day of a shorter month. The anchor is
 * separate from the date, so that 31 January is followed by 28 February and then by 31 March.
 */
export function addMonths(from: Date, months: number, anchorDay: number): Date {
  const local = toKolkata(from)
  const month = local.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(local.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const day = Math.min(anchorDay, lastDay)
  const midnight = Date.UTC(local.getUTCFullYear(), month, day)
  const sinceMidnight = local.getTime() - Math.floor(local.getTime() / dayMs) * dayMs
  return new Date(midnight + sinceMidnight - kolkataOffsetMs)
}

const dayMs = 86_400_000

/** The first monthly day after `now`, counted from the activation: the end of a first month. */
export function nextMonthlyDay(activatedAt: Date, now: Date): Date {
  const anchor = dayOfMonth(activatedAt)
  const [then, today] = [toKolkata(activatedAt), toKolkata(now)]
  const passed =
    (today.getUTCFullYear() - then.getUTCFullYear()) * 12 + today.getUTCMonth() - then.getUTCMonth()
  const months = Math.max(1, passed)
  const day = addMonths(activatedAt, months, anchor)
  return day > now ? day : addMonths(activatedAt, months + 1, anchor)
}
