import { expect, test } from 'bun:test'
import { pageOf, readListSearch } from './paged-list.ts'

const rows = Array.from({ length: 60 }, (_, at) => ({ name: `site-${59 - at}.in`, size: at }))
type Row = (typeof rows)[number]

const reading = {
  words: ({ name }: Row) => name,
  orders: { size: (one: Row, other: Row) => other.size - one.size },
}

test('a page has 25 rows, and a page beyond the end becomes the last one', () => {
  expect(pageOf(rows, {}, reading)).toMatchObject({ page: 1, pages: 3, found: 60, isLong: true })
  expect(pageOf(rows, { page: 9 }, reading)).toMatchObject({ page: 3, rows: rows.slice(50) })
  expect(pageOf([], {}, reading)).toEqual({ rows: [], page: 1, pages: 1, found: 0, isLong: false })
})

test('a search finds rows by their words and starts at the first page, in the chosen order', () => {
  const { rows: found, pages } = pageOf(rows, { q: 'SITE-1', sort: 'size' }, reading)
  expect(pages).toBe(1)
  expect(found.map(({ name }) => name).slice(0, 2)).toEqual(['site-1.in', 'site-10.in'])
  expect(found).toHaveLength(11)
})

test('a search finds a name however its letters are composed', () => {
  for (const name of ['Cafe\u0301', 'Caf\u00e9'])
    for (const typed of ['cAF\u00c9', 'cafe\u0301', '\u202dcaf\u00e9\u202c']) {
      const { q } = readListSearch({ q: typed }, [])
      expect(pageOf([{ name, size: 0 }], { q: q ?? '-' }, reading).found).toBe(1)
    }
})

test('a short list offers its search only when the URL has one', () => {
  const few = rows.slice(0, 3)
  expect(pageOf(few, {}, reading).isLong).toBe(false)
  expect(pageOf(few, { q: 'nothing-like-it' }, reading)).toMatchObject({ rows: [], found: 0, isLong: true })
})

test('a URL with invalid values shows the first page', () => {
  const junk = { q: ' ', sort: '__proto__', page: '-1', other: 'x' }
  expect(readListSearch(junk, ['size'])).toEqual({})
  expect(readListSearch({ q: ['a'], sort: 'toString', page: '1e9' }, ['size'])).toEqual({})
  expect(readListSearch({ q: 'a', sort: 'size', page: '2' }, ['size'])).toEqual({
    q: 'a',
    sort: 'size',
    page: 2,
  })
  expect(pageOf(rows, { sort: 'toString' }, reading).rows).toEqual(rows.slice(0, 25))
})
