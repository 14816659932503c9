import { expect, test } from 'bun:test'
import { searchOfAccount, searchOfTab } from './email-navigation.ts'
import { readEmailSearch } from './email-search.ts'

const id = '0190a000-0000-7000-8000-000000000001'

test('a URL keeps the known parameters and drops the rest', () => {
  expect(readEmailSearch({ account: id, tab: 'security', dialog: 'setup', q: 'asha', other: '1' })).toEqual({
    account: id,
    tab: 'security',
    dialog: 'setup',
    q: 'asha',
  })
  expect(readEmailSearch({ account: 'x', tab: 'settings', dialog: 'delete', sort: 'name' })).toEqual({})
})

test('another account opens at its settings, on the same page of the list', () => {
  expect(searchOfAccount(id, { account: 'before', tab: 'storage', q: 'a', page: 2 })).toEqual({
    account: id,
    q: 'a',
    page: 2,
  })
  expect(searchOfTab('settings', { account: id, tab: 'storage', dialog: 'create' })).toEqual({ account: id })
})
