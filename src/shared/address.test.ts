import { expect, test } from 'bun:test'
import { clientAddress, limiterKey, plainAddress } from './address.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('limits count %s as %s', (address, key) => {
  expect(limiterKey(address)).toBe(key)
})

test('a forwarded address counts only behind a trusted proxy, and then it is the last untrusted one', () => {
  expect(clientAddress('192.0.2.1', '203.0.113.9', [])).toBe('192.0.2.1')
  expect(clientAddress('10.0.0.1', '203.0.113.9, 198.51.100.4, 10.0.0.2', ['10.0.0.1', '10.0.0.2'])).toBe(
    '198.51.100.4',
  )
  expect(clientAddress('10.0.0.1', null, ['10.0.0.1'])).toBe('10.0.0.1')
})

test.each([
  ['203.0.113.9:41234', '203.0.113.9'],
  ['203.0.113.9', '203.0.113.9'],
  ['[2001:db8::7]:41234', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['198.51.100.4, 203.0.113.9:41234, 10.0.0.1:80', '203.0.113.9'],
])(
  'a proxy that forwards %s with a port identifies the same caller on every connection',
  (forwarded, caller) => {
    expect(clientAddress('10.0.0.1', forwarded, ['10.0.0.1'])).toBe(caller)
  },
)

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['::1', '::1'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['nothing', 'nothing'],
])('the address %s is written as %s', (address, plain) => expect(plainAddress(address)).toBe(plain))
