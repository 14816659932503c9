import { expect, test } from 'bun:test'
import { day, hour, minute } from '#shared/time.ts'
import { formatTick } from './format-tick.ts'

const noon = Date.parse('2026-11-23T06:30:00Z')

test('a tick shows the day on a chart of several days, and the time below two days', () => {
  expect(formatTick(noon, 7 * day)).toBe('23 Nov')
  expect(formatTick(noon, 2 * day)).toBe('23 Nov')
  expect(formatTick(noon, 47 * hour)).toBe('12:00')
  expect(formatTick(noon, 5 * minute)).toBe('12:00')
})

test('ticks a few minutes apart show seconds', () => {
  expect(formatTick(noon, 5 * minute - 1)).toBe('12:00:00')
  expect(formatTick(noon, 0)).toBe('12:00:00')
})
