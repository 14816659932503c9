import { expect, test } from 'bun:test'
import { httpsOriginOf } from './https-origin.ts'

test.each([
  ['shop.example', { plain: 80, tls: 443 }, 'https://shop.example'],
  ['shop.example', { plain: 80, tls: 8443 }, 'https://shop.example:8443'],
  ['shop.example:80', { plain: 80, tls: 8443 }, 'https://shop.example:8443'],
  ['shop.example:3080', { plain: 3080, tls: 3443 }, 'https://shop.example:3443'],
  ['shop.example:3080', { plain: 3080, tls: 443 }, 'https://shop.example'],
  ['shop.example', { plain: 3080, tls: 3443 }, 'https://shop.example'],
  ['shop.example:80', { plain: 3080, tls: 3443 }, 'https://shop.example'],
])('%s with %j belongs to %s', (authority, ports, origin) => {
  expect(httpsOriginOf('shop.example', authority, ports)).toBe(origin)
})
