import { expect, test } from 'bun:test'
import { readAuthSearch } from './routes.tsx'

test('the address carries the mode and the page to return to', () => {
  expect(readAuthSearch({ tab: 'signup', next: '/databases?type=mysql' })).toEqual({
    tab: 'signup',
    next: '/databases?type=mysql',
  })
  expect(readAuthSearch({ tab: 'login' })).toEqual({})
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 7, '/a\nb'])(
  'drops a return address outside this site: %p',
  (next) => expect(readAuthSearch({ next })).toEqual({}),
)
