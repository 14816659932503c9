import { hour } from '#shared/time.ts'

/** The price of a duration in millionths of a dollar, at a price in millionths an hour. */
export const priceOf = (perHour: number, ms: number): number => Math.round((perHour * ms) / hour)

/** `2026-11`: the month of an instant, in UTC as on bills. */
const periodOf = (at: Date): string => at.toISOString().slice(0, 7)

const nextMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))

/** A time span split into the months it touches; empty when it ends before it starts. */
export function splitByMonth(from: Date, to: Date): { period: string; ms: number }[] {
  const parts: { period: string; ms: number }[] = []
  for (let start = from; start < to; ) {
    const end = nextMonth(start) < to ? nextMonth(start) : to
    parts.push({ period: periodOf(start), ms: end.getTime() - start.getTime() })
    start = end
  }
  return parts
}
