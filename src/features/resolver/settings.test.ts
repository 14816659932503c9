import { expect, test } from 'bun:test'
import { readEnv } from '#env'

const read = (list: string) => readEnv({ DNS_RESOLVERS: list }).DNS_RESOLVERS

test.each([
  ['', []],
  ['192.0.2.53', ['192.0.2.53:53']],
  ['192.0.2.53:5353, [2001:db8::53]:5353', ['192.0.2.53:5353', '[2001:db8::53]:5353']],
  ['2001:db8::53,[2001:db8::54]', ['[2001:db8::53]:53', '[2001:db8::54]:53']],
])('the resolvers %p are %p', (list, resolvers) => {
  expect(read(list)).toEqual(resolvers)
})

test.each([
  'resolver.example.net',
  '192.0.2.53:0',
  '192.0.2.53:70000',
  '192.0.2',
  '[192.0.2',
  '192.0.2.53#53',
])('the resolver %p is refused', (list) => {
  expect(() => read(list)).toThrow('DNS_RESOLVERS: must be addresses')
})
