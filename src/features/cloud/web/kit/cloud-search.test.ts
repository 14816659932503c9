import { describe, expect, test } from 'bun:test'
import {
  matches,
  readCloudSearch,
  searchOfTab,
  selectedOf,
  selectionOf,
  tabOf,
  tabs,
} from './cloud-search.ts'

describe('the address', () => {
  test('holds tab, search, sort and selection, and nothing else', () => {
    const search = { tab: 'compute', q: 'web', sort: '-instances.name', selected: 'instances.1' }
    expect(readCloudSearch({ ...search, other: 'x' })).toEqual({ ...search, tab: 'compute' })
  })

  test('is bare for the overview, which replaces an unknown tab', () => {
    expect(readCloudSearch({ tab: 'overview' })).toEqual({})
    expect(readCloudSearch({ tab: 'nowhere', q: '' })).toEqual({})
    expect(tabOf({})).toBe('overview')
  })

  test('keeps the search between tabs, but not their sort and selection', () => {
    expect(
      tabs.map((tab) => searchOfTab(tab, { q: 'web', sort: 'instances.name', selected: 'instances.1' })),
    ).toEqual([
      { q: 'web' },
      { tab: 'compute', q: 'web' },
      { tab: 'storage', q: 'web' },
      { tab: 'databases', q: 'web' },
      { tab: 'serverless', q: 'web' },
      { tab: 'containers', q: 'web' },
      { tab: 'analytics', q: 'web' },
      { tab: 'security', q: 'web' },
    ])
  })

  test('selects a row of one entity', () => {
    const search = { selected: selectionOf('instances', '0190-a') }
    expect(selectedOf(search, 'instances')).toBe('0190-a')
    expect(selectedOf(search, 'storage')).toBeUndefined()
    expect(selectedOf({}, 'instances')).toBeUndefined()
  })
})

test.each([
  ['web-1 running', undefined, true],
  ['web-1 Running', 'RUN web', true],
  ['web-1 running', 'web stopped', false],
  ['Datenb\u0061\u0308nke', 'b\u00e4nke', true],
  ['web', '   ', true],
])('%p matches %p: %p', (text, q, isFound) => {
  expect(matches(text, q)).toBe(isFound)
})
