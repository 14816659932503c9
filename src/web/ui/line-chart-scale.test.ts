import { describe, expect, test } from 'bun:test'
import { kib, mib } from '#shared/bytes.ts'
import { areaOf, extentOf, nearest, pathOf, placesOf, scaleTo } from './line-chart-scale.ts'

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
  ])('to %p ends at %p', (highest, top) => {
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
  ])('of bytes to %p ends at %p, in steps of a power of two', (highest, top) => {
    const { ticks, top: end } = scaleTo(highest, 1024)
    expect(end).toBe(top)
    expect(Math.log2(ticks[1] ?? 0) % 1).toBe(0)
  })

  test.each([0.3, 1, 9.99, 12_345, 8 * mib + 1])(
    'holds %p, and is at most double of it beyond 1',
    (highest) => {
      for (const base of [10, 1024] as const) {
        const { top } = scaleTo(highest, base)
        expect(top).toBeGreaterThanOrEqual(highest)
        expect(top).toBeLessThanOrEqual(Math.max(1, highest) * 2)
      }
    },
  )
})

describe('a line', () => {
  test('stands where its times are', () => {
    expect(placesOf([0, 10, 40])).toEqual([0, 25, 100])
    expect(placesOf([7])).toEqual([50])
    expect(placesOf([])).toEqual([])
  })

  test('goes through its values, and stays on the field', () => {
    expect(pathOf([0, 50, 120], [0, 50, 100], 100)).toBe('M0 100L50 50L100 0')
  })

  test('is broken where nothing was measured; a lone value is a dot', () => {
    expect(pathOf([10, null, 20, null, 30, 40], [0, 20, 40, 60, 80, 100], 100)).toBe(
      'M0 90h0M40 80h0M80 70L100 60',
    )
    expect(pathOf([null, null], [0, 100], 100)).toBe('')
  })

  test('has an area down to the ground, but for its dots', () => {
    expect(areaOf('M0 90h0M80 70L100 60')).toBe('M80 100L80 70L100 60L100 100Z')
    expect(areaOf('')).toBe('')
  })

  test('is read at the nearest point', () => {
    expect([0, 24, 26, 99].map((at) => nearest([0, 50, 100], at))).toEqual([0, 0, 1, 2])
  })

  test('has a newest, a lowest and a highest value', () => {
    expect(extentOf([3, 9, null, 1, 4, null])).toEqual({ last: 4, low: 1, high: 9 })
    expect(extentOf([null])).toBeUndefined()
  })
})
