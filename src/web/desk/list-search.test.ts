import { describe, expect, test } from 'bun:test'
import { filteredInput, pageInput, readListSearch, searchInput } from './list-search.ts'

const filters = ['pending', 'approved', 'all'] as const
const read = readListSearch(filters)

describe("the URL of an administrator's list", () => {
  test('keeps known parameters and drops the rest', () => {
    expect(read({ status: 'approved', q: 'asha', selected: '', other: 1, cursor: null })).toEqual({
      status: 'approved',
      q: 'asha',
    })
  })

  test('drops an invalid status, selection or page', () => {
    const selected = Bun.randomUUIDv7()
    const cursor = Buffer.from(`1763700000000:${selected}`).toString('base64url')
    expect(read({ selected, cursor })).toEqual({ selected, cursor })
    expect(read({ status: 'constructor', selected: 'x', cursor: 'junk', q: '\u0000' })).toEqual({})
    expect(readListSearch()({ status: 'approved' })).toEqual({})
  })

  test('keeps a search for digits as text', () => {
    expect(read({ q: 9800000001 })).toEqual({ q: '9800000001' })
  })

  test('shows the first status when it has none, or an unknown one', () => {
    expect(filteredInput(filters, {})).toEqual({ status: 'pending' })
    expect(filteredInput(filters, { status: 'constructor', q: 'x' })).toEqual({ status: 'pending', q: 'x' })
  })

  test('omits missing parameters from the call', () => {
    expect(pageInput({ q: 'x', selected: 'y' })).toEqual({})
    expect(searchInput({ q: 'x', selected: 'y' })).toEqual({ q: 'x' })
    expect(filteredInput(filters, { status: 'all', cursor: 'c' })).toEqual({ status: 'all', cursor: 'c' })
  })
})
