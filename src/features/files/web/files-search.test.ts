import { expect, test } from 'bun:test'
import { arrange, listInputOf, readFileSort, readFilesSearch } from './files-search.ts'

const row = (fileName: string, fileSize: number, day: number, isFolder = false) => ({
  fileName,
  fileSize,
  uploadedAt: `2026-11-0${day}T00:00:00.000Z`,
  isFolder,
})
const rows = [row('b10.txt', 1, 3), row('B2.txt', 3, 1), row('sub', 0, 2, true)]
const names = (q: string, sort: string) =>
  arrange(rows, q, readFileSort(sort)).map(({ fileName }) => fileName)

test('sorts by name, size and date, either way, folders first', () => {
  expect(names('', 'name')).toEqual(['sub', 'B2.txt', 'b10.txt'])
  expect(names('', '-size')).toEqual(['sub', 'B2.txt', 'b10.txt'])
  expect(names('', '-date')).toEqual(['sub', 'b10.txt', 'B2.txt'])
})

test('finds a name in any case', () => {
  expect(names('B1', 'name')).toEqual(['b10.txt'])
})

test('keeps what it knows of an address', () => {
  expect(readFilesSearch({ path: 'a', q: 7, view: 'grid', show: 'trash', x: 1 })).toEqual({
    path: 'a',
    q: '7',
    show: 'trash',
  })
  expect(listInputOf({ path: 'a' })).toEqual({ path: 'a' })
  expect(listInputOf({ path: 'a', q: 'x', service: 's' })).toEqual({ serviceId: 's' })
})
