import { expect, test } from 'bun:test'
import { inside, middle, moved, visibleSide } from './crop-view.ts'

const wide = { width: 400, height: 200 }

test('starts with the largest square in the middle', () => {
  expect(middle(wide)).toEqual({ x: 200, y: 100, zoom: 1 })
  expect(visibleSide(wide, 1)).toBe(200)
})

test('moves by fractions of the visible part and never leaves the image', () => {
  expect(moved(wide, middle(wide), { right: 0.1, down: 0.1 })).toEqual({ x: 220, y: 100, zoom: 1 })
  expect(moved(wide, middle(wide), { right: 9, down: 9 })).toEqual({ x: 300, y: 100, zoom: 1 })
  expect(moved(wide, { x: 200, y: 100, zoom: 2 }, { right: -9, down: -9 })).toEqual({ x: 50, y: 50, zoom: 2 })
})

test('zooms to four times at most, and never below the square', () => {
  expect(inside(wide, { ...middle(wide), zoom: 9 }).zoom).toBe(4)
  expect(inside(wide, { ...middle(wide), zoom: 0.2 }).zoom).toBe(1)
})
