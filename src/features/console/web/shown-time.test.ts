import { expect, test } from 'bun:test'
import { shownTime } from './shown-time.ts'

const zoned = 'timestamp with time zone'

test.each([
  [zoned, '2026-11-26 13:21:07.123456+00', '26 Nov 2026, 18:51:07 IST'],
  [zoned, '2026-11-26 23:21:07+05:30', '26 Nov 2026, 23:21:07 IST'],
  ['timestamp(3) without time zone', '2026-11-26 13:21:07.123', '2026-11-26 13:21:07'],
  ['datetime', '2026-11-26 13:21:07', '2026-11-26 13:21:07'],
  [zoned, 'infinity', null],
  ['text', '2026-11-26 13:21:07+00', null],
  ['date', '2026-11-26', null],
])('shows a %s of %s as %p', (type, value, shown) => {
  expect(shownTime(type, value)).toBe(shown)
})
