import { expect, test } from 'bun:test'
import { readEmailSearch, searchOfAccount, searchOfTab } from '#features/mailboxes/web/email-search.ts'
import { readInboxSearch } from './inbox-search.ts'

const id = '0190a000-0000-7000-8000-000000000001'

test('an address keeps what the page knows, and nothing else', () => {
  expect(readEmailSearch({ account: id, tab: 'security', dialog: 'setup', q: 'asha', other: '1' })).toEqual({
    account: id,
    tab: 'security',
    dialog: 'setup',
    q: 'asha',
  })
  expect(readEmailSearch({ account: 'x', tab: 'settings', dialog: 'delete', sort: 'name' })).toEqual({})
})

test('another account begins at its settings, on the same page of the list', () => {
  expect(searchOfAccount(id, { account: 'before', tab: 'storage', q: 'a', page: 2 })).toEqual({
    account: id,
    q: 'a',
    page: 2,
  })
  expect(searchOfTab('settings', { account: id, tab: 'storage', dialog: 'create' })).toEqual({ account: id })
})

test('an inbox reads its folder, its search and its message', () => {
  expect(readInboxSearch({ folder: 'spam', q: '12', message: id, dialog: 'compose' })).toEqual({
    folder: 'spam',
    q: '12',
    message: id,
    dialog: 'compose',
  })
  expect(readInboxSearch({ folder: 'inbox', q: '', message: 'x', dialog: 'x' })).toEqual({})
})
