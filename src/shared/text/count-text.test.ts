import { expect, test } from 'bun:test'
import { countText } from './count-text.ts'

test('a noun is singular only for a count of one', () => {
  const counts = [0, 1, 2, 120_400].map((count) => countText(count, 'file'))
  expect(counts).toEqual(['0 files', '1 file', '2 files', '1,20,400 files'])
})

test('an irregular plural is passed with its noun', () => {
  expect(countText(1, 'entry', 'entries')).toBe('1 entry')
  expect(countText(3, 'entry', 'entries')).toBe('3 entries')
})
