import { describe, expect, test } from 'bun:test'
import { readServerSearch, serverTabs } from './server-search.ts'
import { addressOfTab, searchOfTab } from './site-tabs.ts'

describe('the search parameters of a server page', () => {
  test('are those of the tabs, and no others', () => {
    const search = { tab: 'monitoring', range: '7d', sort: '-cpu' } as const
    expect(readServerSearch({ ...search, other: 'x' })).toEqual(search)
  })

  test('keep the log filter, without an unknown kind or a text that is too long', () => {
    const search = { tab: 'logs', kind: 'error', q: '404' } as const
    expect(readServerSearch(search)).toEqual(search)
    expect(readServerSearch({ tab: 'logs', kind: 'notice', q: ['x'] })).toEqual({ tab: 'logs' })
    expect(readServerSearch({ q: 'x'.repeat(300) })).toEqual({})
  })

  test('fall back to the first tab and range when they are unknown', () => {
    expect(readServerSearch({ tab: 'nothing', range: '2y', sort: '' })).toEqual({})
    expect(readServerSearch({ tab: 'overview', range: '1h' })).toEqual({})
  })

  test('are read back from the links of the tabs', () => {
    for (const [key, words, order] of serverTabs) {
      const tab = { key, words, order, isPage: false }
      expect(readServerSearch(searchOfTab(tab)).tab ?? 'overview').toBe(key)
      expect(addressOfTab('id', tab)).toBe('/server-management/id')
    }
  })
})

test('a tab of another feature has its own path', () => {
  const tab = { key: 'files', words: 'Files', order: 20, isPage: true }
  expect(addressOfTab('id', tab)).toBe('/server-management/id/files')
  expect(searchOfTab(tab)).toEqual({})
})
