import { expect, test } from 'bun:test'
import { findWorse } from './gate.ts'

const last = { ratios: { 'REST list': 0.8 }, bytes: { dashboard: 150_000 } }
const worse = (ratio: number, bytes: number) =>
  findWorse({ ratios: { 'REST list': ratio }, bytes: { dashboard: bytes } }, last)

test('names a figure that is a tenth worse than at the last merge, and no smaller loss', () => {
  expect(worse(0.73, 164_000)).toEqual([])
  expect(worse(0.71, 150_000)).toEqual(['REST list: 0.71 of bare, it was 0.80'])
  expect(worse(1.2, 166_000)).toEqual(['dashboard: 166000 bytes, it was 150000'])
})

test('names a figure that is no longer measured', () => {
  expect(findWorse({ ratios: {}, bytes: {} }, last)).toHaveLength(2)
  expect(worse(Number.NaN, Number.NaN)).toHaveLength(2)
})
