import { expect, test } from 'bun:test'
import { proRatedRefund } from './refund.ts'

test('refunds the unused share of the fee without setup charges, less 500 rupees', () => {
  expect(proRatedRefund({ annualFee: 9_588, setupCharges: 588, unusedMonths: 8 })).toBe(5_500)
  expect(proRatedRefund({ annualFee: 12_000, setupCharges: 0, unusedMonths: 12 })).toBe(11_500)
})

test('requires three remaining months', () => {
  expect(proRatedRefund({ annualFee: 12_000, setupCharges: 0, unusedMonths: 2 })).toBeNull()
  expect(proRatedRefund({ annualFee: 12_000, setupCharges: 0, unusedMonths: 3 })).toBe(2_500)
})

test('is never negative, and is rounded to the paisa', () => {
  expect(proRatedRefund({ annualFee: 1_188, setupCharges: 0, unusedMonths: 3 })).toBe(0)
  expect(proRatedRefund({ annualFee: 5_000, setupCharges: 0, unusedMonths: 7 })).toBe(2_416.67)
})
