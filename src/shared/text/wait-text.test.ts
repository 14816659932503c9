import { expect, test } from 'bun:test'
import { waitText } from './wait-text.ts'

test.each([
  [10, 'less than a minute'],
  [60, '1 minute'],
  [2_100, '35 minutes'],
  [7_500, '2 hours 5 minutes'],
  [7_200, '2 hours'],
  [97_200, '1 day 3 hours'],
  [86_460, '1 day 1 minute'],
])('a wait of %i seconds is %s', (seconds, words) => {
  expect(waitText(seconds)).toBe(words)
})
