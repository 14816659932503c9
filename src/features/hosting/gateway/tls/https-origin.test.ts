import { expect, test } from 'bun:test'
import { httpsOriginOf, peerOriginOf } from './https-origin.ts'

test.each([
  ['shop.example', { plain: 80, tls: 443 }, 'https://shop.example'],
  ['shop.example', { plain: 80, tls: 8443 }, 'https://shop.example:8443'],
  ['shop.example:80', { plain: 80, tls: 8443 }, 'https://shop.example:8443'],
  ['shop.example:3080', { plain: 3080, tls: 3443 }, 'https://shop.example:3443'],
  ['shop.example:3080', { plain: 3080, tls: 443 }, 'https://shop.example'],
  ['shop.example', { plain: 3080, tls: 3443 }, 'https://shop.example'],
  ['shop.example:80', { plain: 3080, tls: 3443 }, 'https://shop.example'],
  ['shop.example:', { plain: 3080, tls: 3443 }, 'https://shop.example'],
  ['shop.example:0080', { plain: 3080, tls: 3443 }, 'https://shop.example'],
])('%s with %j belongs to %s', (authority, ports, origin) => {
  expect(httpsOriginOf('shop.example', authority, ports)).toBe(origin)
})

test.each([
  ['shop.example', 'http', 'http://www.shop.example'],
  ['shop.example:', 'http', 'http://www.shop.example'],
  ['shop.example:3080', 'http', 'http://www.shop.example:3080'],
  ['shop.example:03443', 'https', 'https://www.shop.example:3443'],
  ['shop.example:3080', null, '//www.shop.example:3080'],
] as const)('another name beside %s over %s is at %s', (authority, protocol, origin) => {
  expect(peerOriginOf('www.shop.example', authority, protocol)).toBe(origin)
})
