import { expect, test } from 'bun:test'
import { addBusinessDays } from './business-days.ts'

const at = (text: string) => new Date(text)

test('a business day is Monday to Friday in Kolkata', () => {
  // Friday 20 November 2026.
  expect(addBusinessDays(at('2026-11-20T06:30:00Z'), 1)).toEqual(at('2026-11-23T06:30:00Z'))
  expect(addBusinessDays(at('2026-11-20T06:30:00Z'), 7)).toEqual(at('2026-12-01T06:30:00Z'))
  // Sunday evening in UTC is Monday in Kolkata.
  expect(addBusinessDays(at('2026-11-22T20:00:00Z'), 1)).toEqual(at('2026-11-23T20:00:00Z'))
  expect(addBusinessDays(at('2026-11-21T20:00:00Z'), 1)).toEqual(at('2026-11-22T20:00:00Z'))
})
