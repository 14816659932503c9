import { containsText } from '#shared/text/search-text.ts'
import { given, readSearchWords } from './search-values.ts'

/** What a list that is read as a whole keeps in its address. */
export type ListSearch = { q?: string; sort?: string; page?: number }

/** Rows of a page; a list that has no more needs neither search nor order. */
const pageRows = 25

const longest = 100

/** The known keys of an address, and nothing else; an order that the list does not have is its usual one. */
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

type Reading<Row> = {
  /** Words that a row is found by. */
  words: (row: Row) => string
  /** Each order of the list by its name; without one the rows stay as they are. */
  orders: Record<string, (one: Row, other: Row) => number>
}

export type ListPage<Row> = {
  rows: Row[]
  page: number
  pages: number
  /** How many rows the search found. */
  found: number
  /** There is more than one page of rows without a search, or a search, which a short list also lets go of. */
  isLong: boolean
}

/** The page of the rows that an address asks for; one that there is not is the last. */
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
