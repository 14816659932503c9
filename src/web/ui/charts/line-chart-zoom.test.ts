import { expect, test } from 'bun:test'
import { spanOf } from './line-chart-zoom.ts'

const zoomTo = (first: number, last: number) => ({ span: { first, last }, show: () => undefined })

test('without a zoom all points are drawn', () => {
  expect(spanOf(undefined, 10)).toEqual({ first: 0, last: 9 })
  expect(spanOf({ span: null, show: () => undefined }, 10)).toEqual({ first: 0, last: 9 })
  expect(spanOf(undefined, 0)).toEqual({ first: 0, last: 0 })
})

test('limits a zoomed span to the existing points', () => {
  expect(spanOf(zoomTo(2, 5), 10)).toEqual({ first: 2, last: 5 })
  expect(spanOf(zoomTo(2, 20), 10)).toEqual({ first: 2, last: 9 })
  expect(spanOf(zoomTo(15, 20), 10)).toEqual({ first: 0, last: 9 })
})
