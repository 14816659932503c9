import { expect, test } from 'bun:test'
import { countText } from './count-text.ts'

test('a count has its noun in the singular only when it is one', () => {
  const counts = [0, 1, 2, 120_400].map((count) => countText(count, 'file'))
  expect(counts).toEqual(['0 files', '1 file', '2 files', '1,20,400 files'])
})

test('a noun with another plural is given with it', () => {
  expect(countText(1, 'entry', 'entries')).toBe('1 entry')
  expect(countText(3, 'entry', 'entries')).toBe('3 entries')
})
