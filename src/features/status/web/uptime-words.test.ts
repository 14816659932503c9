import { expect, test } from 'bun:test'
import { formatWait, levelOf, summarise } from './uptime-words.ts'

test('a day is told by how it went, and one without data is never called good', () => {
  expect([100, 99.99, 99, 98.99, 0, null].map(levelOf)).toEqual([
    'whole',
    'brief',
    'brief',
    'long',
    'long',
    'unknown',
  ])
})

test('the strip is summarised in words', () => {
  const days = [null, null, 100, 99.5, 40].map((uptimePercent, at) => ({ day: `${at}`, uptimePercent }))
  expect(summarise(days)).toBe(
    'The last 5 days: 1 day without interruption, 1 day interrupted with at least 99% uptime, 1 day below 99% uptime, 2 days without data.',
  )
})

test.each([
  [10, 'less than a minute'],
  [60, '1 minute'],
  [2_100, '35 minutes'],
  [7_500, '2 hours 5 minutes'],
  [7_200, '2 hours'],
  [97_200, '1 day 3 hours'],
  [86_460, '1 day 1 minute'],
])('a wait of %i seconds is %s', (seconds, words) => {
  expect(formatWait(seconds)).toBe(words)
})
