import { describe, expect, test } from 'bun:test'
import type { ListedFile } from '#features/file-manager/contract/contract.ts'
import { chosenOf, type Picks, sayChosen, toggled, withAll, withNone, withRange } from './selection.ts'

const file = (id: string, fileSize = 1_024, isFolder = false) =>
  ({ id, fileName: `${id}.txt`, fileSize, isFolder }) as ListedFile
const first = { rows: ['a', 'b', 'c', 'd'].map((id) => file(id)), page: 'first' }
const second = { rows: [file('e'), file('f')], page: 'second' }
const none: Picks = new Map()
const ids = (picks: Picks) => [...picks.keys()].sort().join('')

test('a press selects a row, and another press deselects it', () => {
  const one = toggled(none, 'b', first)
  expect(ids(one)).toBe('b')
  expect(ids(toggled(one, 'b', first))).toBe('')
  expect(ids(toggled(one, 'unknown', first))).toBe('b')
})

test('a range selects every row from the last press to this one, in either direction', () => {
  const one = toggled(none, 'd', first)
  expect(ids(withRange(one, ['d', 'b'], first))).toBe('bcd')
  expect(ids(withRange(none, ['a', 'b'], first))).toBe('ab')
})

test('a range that starts on another page selects only the row', () => {
  const one = toggled(none, 'a', first)
  expect(ids(withRange(one, ['a', 'f'], second))).toBe('af')
  expect(ids(withRange(none, [undefined, 'c'], first))).toBe('c')
})

test('select all adds or removes the rows of a page, and leaves other pages', () => {
  const both = withAll(toggled(none, 'b', first), second)
  expect(ids(both)).toBe('bef')
  expect(ids(withNone(both, second))).toBe('b')
})

describe('the selection', () => {
  const picks = withAll(toggled(none, 'b', first), second)

  test('survives a page change and follows the row', () => {
    const renamed = { ...file('b'), fileName: 'new.txt' }
    const shown = { ...first, rows: [file('a'), renamed] }
    expect(chosenOf(picks, shown).map(({ fileName }) => fileName)).toEqual(['new.txt', 'e.txt', 'f.txt'])
  })

  test('drops a row that disappears from its page', () => {
    expect(chosenOf(picks, { ...second, rows: [file('f')] }).map(({ id }) => id)).toEqual(['b', 'f'])
  })
})

test.each([
  ['3 selected (3.00 KB)', [file('a'), file('b'), file('c')]],
  ['1 selected (0 Bytes)', [file('a', 0)]],
  ['2 selected (1.00 KB)', [file('a'), file('b', 0, true)]],
  ['1 folder selected', [file('a', 0, true)]],
  ['2 folders selected', [file('a', 0, true), file('b', 0, true)]],
  ['2 selected (2.00 KB), 1 on other pages', [file('a'), file('e')]],
])('the bar says "%s"', (said, chosen) => {
  expect(sayChosen(chosen, first.rows)).toBe(said)
})
