import { expect, test } from 'bun:test'
import { levelOf, summarise } from './uptime-words.ts'

test('describes a day by its uptime, and never calls one without data good', () => {
  expect([100, 99.99, 99, 98.99, 0, null].map(levelOf)).toEqual([
    'whole',
    'brief',
    'brief',
    'long',
    'long',
    'unknown',
  ])
})

test('summarises the strip in words', () => {
  const days = [null, null, 100, 99.5, 40].map((uptimePercent, at) => ({ day: `${at}`, uptimePercent }))
  expect(summarise(days)).toBe(
    'The last 5 days: 1 day without interruption, 1 day interrupted with at least 99% uptime, 1 day below 99% uptime, 2 days without data.',
  )
})
