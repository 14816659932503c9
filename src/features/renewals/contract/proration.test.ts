import { expect, test } from 'bun:test'
import { prorate, shareLeft, valueLeft } from './proration.ts'

const at = (date: string) => new Date(`${date}T00:00:00.000Z`)
const november = { startsAt: at('2026-11-01'), endsAt: at('2026-12-01'), months: 1, pricePaise: 9_900 }

test('values half a month of the plan at half of its price', () => {
  expect(valueLeft([november], at('2026-11-16'))).toBe(4_950)
  expect(prorate([november], 29_900, at('2026-11-16'))).toEqual({
    creditPaise: 4_950,
    costPaise: 14_950,
    differencePaise: 10_000,
  })
})

test('values a past period at nothing, and a future one in full', () => {
  expect(shareLeft(november, at('2026-12-01'))).toBe(0)
  expect(shareLeft(november, at('2027-01-01'))).toBe(0)
  expect(shareLeft(november, at('2026-10-01'))).toBe(1)
})

test('counts prepaid time in full, each period at its own price', () => {
  const year = { startsAt: at('2026-12-01'), endsAt: at('2027-12-01'), months: 12, pricePaise: 100_000 }
  expect(prorate([november, year], 29_900, at('2026-11-16'))).toEqual({
    creditPaise: 104_950,
    costPaise: 14_950 + 12 * 29_900,
    differencePaise: 14_950 + 12 * 29_900 - 104_950,
  })
})

test('credits a cheaper plan, and nothing at the same price', () => {
  expect(prorate([{ ...november, pricePaise: 29_900 }], 9_900, at('2026-11-16')).differencePaise).toBe(
    -10_000,
  )
  expect(prorate([november], 9_900, new Date('2026-11-07T03:04:05.678Z')).differencePaise).toBe(0)
})

test('counts every second, and loses no fraction of a paisa on a change there and back', () => {
  for (let second = 0; second < 2_592_000; second += 86_399) {
    const now = new Date(november.startsAt.getTime() + second * 1_000)
    const there = prorate([november], 29_900, now).differencePaise
    const back = prorate([{ ...november, pricePaise: 29_900 }], 9_900, now).differencePaise
    expect(there + back).toBe(0)
  }
})
