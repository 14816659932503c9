import { expect, test } from 'bun:test'
import type { RowColumn } from '../../contract/contract.ts'
import { addedValues, changedValues, initialRow } from './row-form.ts'
import { keyOf, nameOf } from './row-values.ts'

const column = (name: string, more: Partial<RowColumn> = {}): RowColumn => ({
  name,
  type: 'text',
  isNullable: false,
  isEditable: true,
  fallback: null,
  keyPosition: null,
  ...more,
})
const columns = [
  column('id', { keyPosition: 1, fallback: 'nextval()' }),
  column('name'),
  column('note', { isNullable: true }),
  column('total', { isEditable: false, isNullable: true }),
]
const row = { values: ['5', '', null, '2'], cut: [] }

test('a new row opens with the table’s defaults, NULL where allowed, else an empty text', () => {
  expect(initialRow({ columns }, null).cells.map(({ kind }) => kind)).toEqual([
    'default',
    'value',
    'null',
    'null',
  ])
})

test('a new row is sent without columns left to their default or not editable', () => {
  const cells = [
    { kind: 'default', text: 'ignored' },
    { kind: 'value', text: '' },
    { kind: 'null', text: 'ignored' },
    { kind: 'value', text: 'ignored' },
  ] as const
  expect(addedValues(columns, { cells: [...cells] })).toEqual({ name: '', note: null })
})

test('an empty text differs from NULL, and only changed values of a row are sent', () => {
  const { cells } = initialRow({ columns }, row)
  expect(cells.map(({ kind }) => kind)).toEqual(['value', 'value', 'null', 'value'])
  expect(changedValues({ columns }, row, { cells })).toEqual({})
  const changed = cells.map((cell, place) => (place === 2 ? { kind: 'value' as const, text: '' } : cell))
  expect(changedValues({ columns }, row, { cells: changed })).toEqual({ note: '' })
})

test('a truncated value is never written back', () => {
  const cut = { values: ['5', 'the begin', null, null], cut: [1] }
  const { cells } = initialRow({ columns }, cut)
  const touched = cells.map((cell) => ({ ...cell, text: `${cell.text}!` }))
  expect(changedValues({ columns }, cut, { cells: touched })).toEqual({ id: '5!' })
})

test('a row is named by its primary key', () => {
  expect(keyOf({ columns }, row)).toEqual({ id: '5' })
  expect(nameOf({ columns }, row)).toBe('id 5')
})
