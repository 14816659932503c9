import { describe, expect, test } from 'bun:test'
import { readServerSearch, searchOfTab, serverTabs } from './server-search.ts'

describe('the search parameters of a server page', () => {
  test('are the tab, the range and the sort, and nothing else', () => {
    const search = { tab: 'monitoring', range: '7d', sort: '-cpu' } as const
    expect(readServerSearch({ ...search, other: 'x' })).toEqual(search)
  })

  test('fall back to the first tab and range when they are unknown', () => {
    expect(readServerSearch({ tab: 'nothing', range: '2y', sort: '' })).toEqual({})
    expect(readServerSearch({ tab: 'overview', range: '1h' })).toEqual({})
  })

  test('are read back from the links of the tabs', () => {
    for (const tab of serverTabs) expect(readServerSearch(searchOfTab(tab)).tab ?? 'overview').toBe(tab)
  })
})
