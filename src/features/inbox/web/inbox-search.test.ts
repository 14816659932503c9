import { expect, test } from 'bun:test'
import { readInboxSearch } from './inbox-search.ts'

const id = '0190a000-0000-7000-8000-000000000001'

test('reads folder, search and message of an inbox URL', () => {
  expect(
    readInboxSearch({ folder: 'spam', q: '12', only: 'starred', message: id, dialog: 'compose' }),
  ).toEqual({
    folder: 'spam',
    q: '12',
    only: 'starred',
    message: id,
    dialog: 'compose',
  })
  expect(readInboxSearch({ folder: 'inbox', q: '', only: 'x', message: 'x', dialog: 'x' })).toEqual({})
})
