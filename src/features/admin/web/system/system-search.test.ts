import { expect, test } from 'bun:test'
import { readSystemSearch } from './system-search.ts'

const cursor = Buffer.from(`1:${Bun.randomUUIDv7()}`).toString('base64url')

test.each([
  ['nothing', {}, {}],
  ['a tab', { tab: 'drivers' }, { tab: 'drivers' }],
  ['an unknown tab', { tab: 'lost' }, {}],
  ['the overview, which is the default', { tab: 'overview' }, {}],
  [
    'a later page of the mails, in the form from before there were tabs',
    { cursor },
    { tab: 'mails', cursor },
  ],
  [
    'a filter of the settings',
    { tab: 'settings', q: 'smtp', isChanged: true },
    { tab: 'settings', q: 'smtp', isChanged: true },
  ],
  ['values of other kinds', { tab: 'settings', q: {}, isChanged: 'yes' }, { tab: 'settings' }],
] as const)('accepts %s in the address of System', (_, asked, read) => {
  expect(readSystemSearch(asked)).toEqual(read)
})
