import { containsText } from '#shared/text/search-text.ts'
import { given, readSearchWords } from './search-values.ts'

/** URL parameters of a list that is loaded completely. */
export type ListSearch = { q?: string; sort?: string; page?: number }

/** Rows per page; a list within one page needs neither search nor order. */
const pageRows = 25

const longest = 100

/** Reads the known keys of a URL, and nothing else; an unknown order becomes the default. */
export function readListSearch(search: Record<string, unknown>, orders: readonly string[]): ListSearch {
  const { sort } = search
  const q = readSearchWords(search.q, longest)
  const page = Number(search.page)
  return given({
    q: q?.trim() ? q : undefined,
    sort: typeof sort === 'string' && orders.includes(sort) ? sort : undefined,
    page: Number.isInteger(page) && page > 1 && page <= longest ? page : undefined,
  })
}

export type Reading<Row> = {
  /** Search words of a row. */
  words: (row: Row) => string
  /** The list's orders by name; by default the rows stay as they are. */
  orders: Record<string, (one: Row, other: Row) => number>
}

export type ListPage<Row> = {
  rows: Row[]
  page: number
  pages: number
  /** Number of matching rows. */
  found: number
  /** Whether to show search and order: more than one page of rows, or a search, which can then be cleared. */
  isLong: boolean
}

/** The requested page of the rows; a page beyond the end becomes the last one. */
export function pageOf<Row>(
  all: readonly Row[],
  { q = '', sort = '', page = 1 }: ListSearch,
  { words, orders }: Reading<Row>,
): ListPage<Row> {
  const wanted = q.trim()
  const found = wanted === '' ? all : all.filter((row) => containsText(words(row), wanted))
  const order = Object.hasOwn(orders, sort) ? orders[sort] : undefined
  const sorted = order ? found.toSorted(order) : found
  const pages = Math.max(1, Math.ceil(sorted.length / pageRows))
  const at = Math.min(page, pages)
  const rows = sorted.slice((at - 1) * pageRows, at * pageRows)
  return { rows, page: at, pages, found: sorted.length, isLong: all.length > pageRows || wanted !== '' }
}
