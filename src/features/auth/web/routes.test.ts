import { expect, test } from 'bun:test'
import { readAuthSearch } from './routes.tsx'

test('the address names the mode and the way on', () => {
  expect(readAuthSearch({ tab: 'signup', next: '/databases?type=mysql' })).toEqual({
    tab: 'signup',
    next: '/databases?type=mysql',
  })
  expect(readAuthSearch({ tab: 'login' })).toEqual({})
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 7, '/a\nb'])(
  'a way off this site is dropped: %p',
  (next) => expect(readAuthSearch({ next })).toEqual({}),
)
