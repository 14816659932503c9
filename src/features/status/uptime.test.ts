import { expect, test } from 'bun:test'
import { after, day, hour, minute } from '#shared/time.ts'
import { readSiteUptime, readUptime } from './uptime.ts'

// Noon in Kolkata.
const now = new Date('2026-11-21T06:30:00.000Z')
const midnight = new Date('2026-11-20T18:30:00.000Z')
const whole = 1_440

const row = (name: string, minutes: number, firstBeatAt = new Date(`${name}T00:00:00+05:30`)) => ({
  day: name,
  minutes,
  firstBeatAt,
})

test('a portal without heartbeats has no uptime', () => {
  expect(readUptime([], now)).toBeNull()
})

test('a day without a heartbeat has no data, and does not count', () => {
  const rows = [row('2026-11-18', whole), row('2026-11-20', whole)]
  const uptime = readUptime(rows, now)
  expect(uptime).toMatchObject({ uptimePercent: 100, daysWithData: 2 })
  expect(uptime?.days).toHaveLength(90)
  expect(uptime?.days.slice(-4)).toEqual([
    { day: '2026-11-18', uptimePercent: 100 },
    { day: '2026-11-19', uptimePercent: null },
    { day: '2026-11-20', uptimePercent: 100 },
    { day: '2026-11-21', uptimePercent: null },
  ])
})

test('a minute without a heartbeat counts as down, and is never rounded away', () => {
  const uptime = readUptime([row('2026-11-19', whole), row('2026-11-20', whole - 1)], now)
  expect(uptime?.days.at(-2)).toEqual({ day: '2026-11-20', uptimePercent: 99.93 })
  expect(uptime?.uptimePercent).toBe(99.96)
})

test('the first day counts from the first heartbeat, and today until now', () => {
  const first = after(midnight, -6 * hour)
  const rows = [row('2026-11-20', 6 * 60, first), row('2026-11-21', 6 * 60)]
  expect(readUptime(rows, now)).toMatchObject({
    uptimePercent: 66.66,
    days: expect.arrayContaining([
      { day: '2026-11-20', uptimePercent: 100 },
      { day: '2026-11-21', uptimePercent: 50 },
    ]),
  })
})

test("the current minute's heartbeat does not exceed 100 percent", () => {
  const at = after(midnight, 10 * minute + 20_000)
  const rows = [row('2026-11-20', whole), row('2026-11-21', 11)]
  expect(readUptime(rows, at)).toMatchObject({ uptimePercent: 100 })
  const fresh = after(midnight, 20_000)
  expect(readUptime([row('2026-11-21', 1, midnight)], fresh)).toMatchObject({ uptimePercent: 100 })
})

test('one measurement of a site that is down keeps the uptime of sites below 100 percent', () => {
  const rows = [{ day: '2026-11-20', samples: 1_000_000, upSamples: 999_999 }]
  expect(readSiteUptime(rows, now)).toMatchObject({ uptimePercent: 99.99, daysWithData: 1 })
  expect(readSiteUptime([], now)).toBeNull()
})

test('omits heartbeats older than 90 days', () => {
  expect(readUptime([row('2026-08-20', whole, after(now, -93 * day))], now)).toBeNull()
})
