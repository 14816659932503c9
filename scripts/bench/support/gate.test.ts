import { expect, test } from 'bun:test'
import { findWorse } from './gate.ts'

const last = { ratios: { 'REST list': 0.8 }, bytes: { dashboard: 150_000 } }
const worse = (ratio: number, bytes: number) =>
  findWorse({ ratios: { 'REST list': ratio }, bytes: { dashboard: bytes } }, last)

test('what is a tenth worse than at the last landing is named, and less is not', () => {
  expect(worse(0.73, 164_000)).toEqual([])
  expect(worse(0.71, 150_000)).toEqual(['REST list: 0.71 of bare, it was 0.80'])
  expect(worse(1.2, 166_000)).toEqual(['dashboard: 166000 bytes, it was 150000'])
})

test('a figure that is no longer measured is named', () => {
  expect(findWorse({ ratios: {}, bytes: {} }, last)).toHaveLength(2)
  expect(worse(Number.NaN, Number.NaN)).toHaveLength(2)
})
