import { expect, test } from 'bun:test'
import { readFileSort } from '../contract/sort.ts'
import { browseInputOf, readFilesSearch } from './files-search.ts'
import { arrange } from './list/files-order.ts'

const row = (fileName: string, fileSize: number, day: number, isFolder = false) => ({
  fileName,
  fileSize,
  uploadedAt: `2026-11-0${day}T00:00:00.000Z`,
  isFolder,
})
const rows = [row('b10.txt', 1, 3), row('B2.txt', 3, 1), row('sub', 0, 2, true)]
const names = (sort: string) => arrange(rows, readFileSort(sort)).map(({ fileName }) => fileName)

test('files are sorted by name, size and date in both directions, folders first', () => {
  expect(names('name')).toEqual(['sub', 'B2.txt', 'b10.txt'])
  expect(names('-size')).toEqual(['sub', 'B2.txt', 'b10.txt'])
  expect(names('-date')).toEqual(['sub', 'b10.txt', 'B2.txt'])
})

test('known URL parameters are parsed', () => {
  expect(readFilesSearch({ dialog: 'upload' })).toEqual({ dialog: 'upload' })
  expect(readFilesSearch({ dialog: 'delete', open: 'junk' })).toEqual({})
  const open = '019aa000-0000-7000-8000-000000000001'
  expect(readFilesSearch({ open, dialog: 'file' })).toEqual({ open, dialog: 'file' })
  expect(readFilesSearch({ path: 'a', q: 7, view: 'grid', show: 'trash', x: 1 })).toEqual({
    path: 'a',
    q: '7',
    show: 'trash',
  })
  expect(browseInputOf({ path: 'a' })).toEqual({ path: 'a' })
  expect(browseInputOf({ path: 'a', q: 'x', service: 's', at: 'WyJu' })).toEqual({
    serviceId: 's',
    q: 'x',
    cursor: 'WyJu',
  })
  expect(readFilesSearch({ path: 2024 })).toEqual({ path: '2024' })
  for (const path of ['../..', 'a/./b', 'a\u0000', '/']) expect(readFilesSearch({ path })).toEqual({})
  expect(readFilesSearch({ service: 'junk', q: 'a\u0000', sort: '1; drop' })).toEqual({})
  expect(readFilesSearch({ q: '\u202etxt' })).toEqual({ q: 'txt' })
  expect(readFilesSearch({ at: 'WyJu' })).toEqual({ at: 'WyJu' })
  expect(readFilesSearch({ at: 7 })).toEqual({ at: '7' })
  for (const at of ['', 'a b', ['x'], 'x'.repeat(5_000)]) expect(readFilesSearch({ at })).toEqual({})
})
