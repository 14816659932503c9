import { expect, test } from 'bun:test'
import { toCsv, toJson } from './download.ts'

const columnsOf = (...names: string[]) => names.map((name) => ({ name, type: 'text' }))

test('CSV distinguishes NULL from an empty text, and quotes line breaks and separators', () => {
  const rows = [
    ['1', null],
    ['2', ''],
    ['3', 'a "b", c\nd'],
  ]
  expect(toCsv({ columns: columnsOf('id', 'note'), rows })).toBe(
    'id,note\r\n1,\r\n2,""\r\n3,"a ""b"", c\nd"\r\n',
  )
})

test('CSV escapes formulas for spreadsheets, and leaves numbers unchanged', () => {
  const cells = ['=1+1', '@sum', '-1.5', '+2e3', '-cmd', '\tx']
  const csv = toCsv({ columns: columnsOf('v'), rows: cells.map((cell) => [cell]) })
  expect(csv.split('\r\n').slice(1, -1)).toEqual(["'=1+1", "'@sum", '-1.5', '+2e3', "'-cmd", "'\tx"])
})

test('JSON has every column, also those of the same name, and NULL as null', () => {
  const json = toJson({ columns: columnsOf('id', 'id', 'note'), rows: [['1', '2', null]] })
  expect(JSON.parse(json)).toEqual([{ id: '1', 'id (2)': '2', note: null }])
})
