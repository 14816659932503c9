import { expect, test } from 'bun:test'
import { ratesOf } from './rates-of.ts'

test('a step’s amount is spread over its seconds', () => {
  expect(ratesOf([100, 0, 50], 10)).toEqual([10, 0, 5])
})

test('an amount after a gap is spread over the gap, which stays empty', () => {
  expect(ratesOf([100, null, null, 90], 10)).toEqual([10, null, null, 3])
})

test('the first amount counts for one step', () => {
  expect(ratesOf([null, null, 100], 10)).toEqual([null, null, 10])
  expect(ratesOf([], 10)).toEqual([])
})
