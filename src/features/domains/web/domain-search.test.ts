import { describe, expect, test } from 'bun:test'
import { domainTabs, searchOfDomain, searchOfList, searchOfTab } from './domain-address.ts'
import { readDomainSearch } from './domain-search.ts'

const id = '0190a000-0000-7000-8000-000000000001'

describe('the address of the domains page', () => {
  test('holds the selected domain, its tab and the records that are shown', () => {
    const search = { domain: id, tab: 'ssl', find: 'mx', part: '2', q: 'shop', sort: 'name', page: '3' }
    expect(readDomainSearch(search)).toEqual({
      domain: id,
      tab: 'ssl',
      find: 'mx',
      part: 2,
      q: 'shop',
      sort: 'name',
      page: 3,
    })
  })

  test('drops malformed and unknown parts', () => {
    const junk = { domain: '1', tab: 'dns', find: ' ', part: '1', sort: 'price', dialog: 'delete', other: 1 }
    expect(readDomainSearch(junk)).toEqual({})
  })

  test('names every tab, except the records tab by default', () => {
    for (const [tab] of domainTabs)
      expect(readDomainSearch(searchOfTab(tab, { domain: id })).tab ?? 'dns').toBe(tab)
  })

  test('keeps the domain when the tab changes, and drops what belonged to the previous tab', () => {
    const before = { domain: id, find: 'mx', part: 2, q: 'shop' }
    expect(searchOfTab('settings', before)).toEqual({ domain: id, q: 'shop', tab: 'settings' })
  })

  test('keeps the page of the list when another domain, or none, is selected', () => {
    const before = { domain: 'other', tab: 'ssl', find: 'mx', q: 'shop', page: 2 } as const
    expect(searchOfDomain(id, before)).toEqual({ domain: id, q: 'shop', page: 2 })
    expect(searchOfList(before)).toEqual({ q: 'shop', page: 2 })
  })
})
