import { expect, test } from 'bun:test'
import { describeExpiry } from './describe-expiry.ts'

test.each([
  ['2026-11-26T13:30:00.000Z', 'Expires today at 19:00 IST.'],
  ['2026-11-27T13:30:00.000Z', 'Expires tomorrow at 19:00 IST.'],
  ['2026-12-02T13:30:00.000Z', 'Expires on 02 Dec 2026, 19:00 IST.'],
])('describes the expiry of a site that ends at %s', (at, words) => {
  expect(describeExpiry(at, new Date('2026-11-26T13:00:00.000Z'))).toBe(words)
})
