import { hour } from '#shared/time.ts'

/** What an hour of a simulated resource costs, in millionths of a dollar: instances by their type, the others by what they are. */
const perHour: Record<string, number> = {
  't3.micro': 10_400,
  't3.small': 20_800,
  't3.medium': 41_600,
  'm5.large': 96_000,
  database: 68_000,
  storage: 9_500,
  function: 1_200,
  container: 24_600,
  'load-balancer': 22_500,
  cdn: 14_000,
  analytics: 31_000,
  'ml-service': 115_000,
}

/** Millionths of a dollar for that long. A type without a price costs nothing. */
export const priceOf = (type: string, ms: number): number => Math.round(((perHour[type] ?? 0) * ms) / hour)

/** `2026-11`: the month of an instant, in UTC as bills have it. */
export const periodOf = (at: Date): string => at.toISOString().slice(0, 7)

const nextMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))

/** A span of time by the months it touches; empty when it ends before it begins. */
export function splitByMonth(from: Date, to: Date): { period: string; ms: number }[] {
  const parts: { period: string; ms: number }[] = []
  for (let start = from; start < to; ) {
    const end = nextMonth(start) < to ? nextMonth(start) : to
    parts.push({ period: periodOf(start), ms: end.getTime() - start.getTime() })
    start = end
  }
  return parts
}
