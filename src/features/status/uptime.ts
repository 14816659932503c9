import type { Store } from '#db/types.ts'
import type { SiteSamples } from '#features/monitoring/metrics/site-days.ts'
import { after, day, dayInKolkata, minute } from '#shared/time.ts'
import { shownDays, type Uptime } from './contract.ts'

type DayRow = Pick<Store['t']['statusDays']['$inferSelect'], 'day' | 'minutes' | 'firstBeatAt'>
type Counted = { up: number; expected: number }

/** Percent with two decimals, rounded down: any downtime stays below 100. */
const percentOf = ({ up, expected }: Counted): number => Math.floor((10_000 * up) / expected) / 100

/** Elapsed minutes of a day, between the first heartbeat ever and now. */
function minutesOver(name: string, { first, now }: { first: Date; now: Date }): number {
  const midnight = new Date(`${name}T00:00:00+05:30`)
  const from = Math.max(midnight.getTime(), first.getTime())
  const until = Math.min(after(midnight, day).getTime(), now.getTime())
  return Math.max(0, Math.floor((until - from) / minute))
}

/** Uptime of each of the last 90 days in Kolkata, and of all those with data; null when none has. */
function uptimeOf(now: Date, count: (name: string) => Counted | null): Uptime | null {
  const names = Array.from({ length: shownDays }, (_, back) =>
    dayInKolkata(after(now, (back + 1 - shownDays) * day)),
  )
  const counted = names.map(count)
  const withData = counted.filter((each) => each !== null)
  if (withData.length === 0) return null
  const total = withData.reduce((sum, { up, expected }) => ({
    up: sum.up + up,
    expected: sum.expected + expected,
  }))
  return {
    uptimePercent: percentOf(total),
    daysWithData: withData.length,
    days: names.map((name, at) => {
      const found = counted[at]
      return { day: name, uptimePercent: found ? percentOf(found) : null }
    }),
  }
}

/** The share of minutes with a heartbeat. `rows` are all heartbeats, oldest day first. */
export function readUptime(rows: readonly DayRow[], now: Date): Uptime | null {
  const first = rows[0]?.firstBeatAt
  if (!first) return null
  const known = new Map(rows.map((row) => [row.day, row.minutes]))
  return uptimeOf(now, (name) => {
    const minutes = known.get(name)
    if (minutes === undefined) return null
    // The current minute may already have its heartbeat.
    const expected = Math.max(1, minutesOver(name, { first, now }))
    return { up: Math.min(minutes, expected), expected }
  })
}

/** The share of site samples in which visitors could reach the site. */
export function readSiteUptime(rows: readonly ({ day: string } & SiteSamples)[], now: Date): Uptime | null {
  const known = new Map(rows.map((row) => [row.day, { up: row.upSamples, expected: row.samples }]))
  return uptimeOf(now, (name) => known.get(name) ?? null)
}
