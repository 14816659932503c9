import { describe, expect, test } from 'bun:test'
import { formatBytes, kib, mib } from '#shared/bytes.ts'
import { decimalsOf, extentOf, marksOf, scaleTo } from './line-chart-scale.ts'

describe('a scale', () => {
  test.each([
    [0, 1],
    [1, 1],
    [3, 3],
    [7, 8],
    [97, 100],
    [100, 100],
    [101, 150],
    [4_000, 4_000],
  ])('ends at %p for values up to %p', (highest, top) => {
    const { ticks, top: end } = scaleTo(highest)
    expect(end).toBe(top)
    expect(ticks[0]).toBe(0)
    expect(ticks.at(-1)).toBe(end)
    expect(ticks.length).toBeLessThanOrEqual(5)
  })

  test.each([
    [3 * mib, 3 * mib],
    [900, 1_024],
    [70 * kib, 96 * kib],
    [600 * mib, 768 * mib],
  ])('for bytes up to %p ends at %p, in steps of a power of two', (highest, top) => {
    const { ticks, top: end } = scaleTo(highest, 1024)
    expect(end).toBe(top)
    expect(Math.log2(ticks[1] ?? 0) % 1).toBe(0)
  })

  test.each([0.3, 1, 9.99, 12_345, 8 * mib + 1])(
    'contains %p and ends at twice that at most, or at 1',
    (highest) => {
      for (const base of [10, 1024] as const) {
        const { top } = scaleTo(highest, base)
        expect(top).toBeGreaterThanOrEqual(highest)
        expect(top).toBeLessThanOrEqual(Math.max(1, highest) * 2)
      }
    },
  )
})

describe('the ticks', () => {
  test('for at most one byte are whole bytes', () => {
    for (const highest of [0, 0.4, 1]) expect(scaleTo(highest, 1024).ticks).toEqual([0, 1])
    expect(scaleTo(1, 1024).ticks.map(formatBytes)).toEqual(['0 Bytes', '1 Byte'])
    expect(scaleTo(3, 1024, 2).ticks).toEqual([0, 1, 2, 3])
  })

  test.each([
    [1, 0, [0, 1]],
    [9, 0, [0, 5, 10]],
    [0.3, 1, [0, 0.1, 0.2, 0.3]],
    [0.9, 1, [0, 0.5, 1]],
    [0.9, 2, [0, 0.25, 0.5, 0.75, 1]],
    [0, 2, [0, 0.01]],
  ])('up to %p for values with %p decimals have no more decimals', (highest, decimals, ticks) => {
    expect(scaleTo(highest, 10, decimals).ticks).toEqual(ticks)
  })
})

test.each([
  [[3, null, 100], 0],
  [[1.5, 3], 1],
  [[0.1 + 0.2, 7], 1],
  [[1.25], 2],
  [[1 / 3], 2],
  [[], 0],
])('%p are shown with %p decimals', (values, decimals) => {
  expect(decimalsOf(values)).toBe(decimals)
})

test('labels at most five times, including the first and the last', () => {
  expect(marksOf([1, 2, 3, 4, 5, 6, 7, 8, 9])).toEqual([1, 3, 5, 7, 9])
  expect(marksOf([1, 2])).toEqual([1, 2])
  expect(marksOf([7])).toEqual([7])
  expect(marksOf([])).toEqual([])
})

test('the extent of a line is its newest, lowest and highest value', () => {
  expect(extentOf([3, 9, null, 1, 4, null])).toEqual({ last: 4, low: 1, high: 9 })
  expect(extentOf([null])).toBeUndefined()
})
