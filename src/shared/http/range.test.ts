import { expect, test } from 'bun:test'
import { contentRange, readRange } from './range.ts'

test.each([
  ['bytes=2-4', { start: 2, end: 4 }],
  ['bytes=7-', { start: 7, end: 9 }],
  ['bytes=7-900', { start: 7, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-900', { start: 0, end: 9 }],
])('%s is a range of ten bytes', (header, range) => {
  expect(readRange(header, 10)).toEqual(range)
})

test.each(['bytes=5-2', 'bytes=-', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=a-b', '', null])(
  '%p requests the whole file',
  (header) => {
    expect(readRange(header, 10)).toBeNull()
  },
)

test.each([
  ['bytes=10-', 10],
  ['bytes=-0', 10],
  ['bytes=0-', 0],
])('%s of %p bytes cannot be satisfied', (header, size) => {
  expect(readRange(header, size)).toBe('unsatisfiable')
})

test('Content-Range states the range, or only the size when there is none', () => {
  expect(contentRange({ start: 2, end: 4 }, 10)).toBe('bytes 2-4/10')
  expect(contentRange(null, 10)).toBe('bytes */10')
})
