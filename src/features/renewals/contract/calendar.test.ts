import { describe, expect, test } from 'bun:test'
import { formatDate } from '#shared/time.ts'
import { addMonths, dayOfMonth, nextMonthlyDay } from './calendar.ts'

/** Noon in Kolkata. */
const noon = (date: string) => new Date(`${date}T12:00:00+05:30`)

describe('a month', () => {
  test('goes from 31 January to the last day of February, and back to the 31st in March', () => {
    const february = addMonths(noon('2027-01-31'), 1, 31)
    expect(february).toEqual(noon('2027-02-28'))
    expect(addMonths(february, 1, 31)).toEqual(noon('2027-03-31'))
    expect(addMonths(noon('2028-01-31'), 1, 31)).toEqual(noon('2028-02-29'))
  })

  test('is counted by the calendar of Kolkata, where a day begins at 18:30 UTC', () => {
    const lateOnThe30th = new Date('2026-11-30T18:29:59.000Z')
    const earlyOnThe1st = new Date('2026-11-30T18:30:00.000Z')
    expect([lateOnThe30th, earlyOnThe1st].map(dayOfMonth)).toEqual([30, 1])
    expect(formatDate(addMonths(earlyOnThe1st, 1, 1))).toBe('01 Jan 2027')
    expect(addMonths(lateOnThe30th, 1, 30)).toEqual(new Date('2026-12-30T18:29:59.000Z'))
  })

  test('keeps the time of day to the millisecond, across years and several months', () => {
    const from = new Date('2026-11-24T01:02:03.004Z')
    expect(addMonths(from, 3, 24)).toEqual(new Date('2027-02-24T01:02:03.004Z'))
    expect(addMonths(from, 12, 24)).toEqual(new Date('2027-11-24T01:02:03.004Z'))
    expect(addMonths(noon('2028-02-29'), 12, 29)).toEqual(noon('2029-02-28'))
  })

  test.each([28, 29, 30, 31])('does not drift from day %p in ten years of monthly steps', (anchor) => {
    let at = noon(`2027-01-${anchor}`)
    for (let month = 1; month <= 120; month += 1) {
      at = addMonths(at, 1, anchor)
      const last = new Date(Date.UTC(2027, month + 1, 0)).getUTCDate()
      expect(dayOfMonth(at)).toBe(Math.min(anchor, last))
    }
  })
})

describe('the first end of a paid month', () => {
  test('is a month after activation for a new service', () => {
    expect(nextMonthlyDay(noon('2026-11-24'), noon('2026-11-24'))).toEqual(noon('2026-12-24'))
    expect(nextMonthlyDay(noon('2027-01-31'), noon('2027-01-31'))).toEqual(noon('2027-02-28'))
  })

  test('is the next monthly day for a long-running service', () => {
    expect(nextMonthlyDay(noon('2025-03-10'), noon('2026-11-24'))).toEqual(noon('2026-12-10'))
    expect(nextMonthlyDay(noon('2025-01-31'), noon('2026-11-24'))).toEqual(noon('2026-11-30'))
    const dayItself = nextMonthlyDay(noon('2025-03-24'), noon('2026-11-24'))
    expect(dayItself).toEqual(noon('2026-12-24'))
  })

  test('is a month after an activation that a fast clock dated ahead', () => {
    expect(nextMonthlyDay(noon('2026-12-01'), noon('2026-11-24'))).toEqual(noon('2027-01-01'))
  })
})
