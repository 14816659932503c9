import { describe, expect, test } from 'bun:test'
import { answerHeaders, placeLocation, requestHeaders, stripCookies } from './headers.ts'

const sender = { peer: '192.0.2.9', isTrusted: false, protocol: 'http' as const, host: 'shop.example' }
const prefix = '/sites/0190f3a0-0000-7000-8000-000000000001'
const atDomain = { host: 'shop.example', path: '/a/b', prefix: '' }
const atPath = { host: '127.0.0.1', path: '/a/b', prefix }

test.each([
  ['sid=secret', undefined],
  ['sid=secret; theme=dark', 'theme=dark'],
  ['theme=dark;__Host-sid=a=b ; lang=hi', 'theme=dark; lang=hi'],
  ['SID=secret;  a=1', 'a=1'],
  ['inside=1; sidecar=2', 'inside=1; sidecar=2'],
  ['', undefined],
  ['sid', undefined],
])('the cookies %j become %j', (field, kept) => expect(stripCookies(field)).toBe(kept as string))

describe('what a service is sent', () => {
  const given = {
    host: 'shop.example',
    connection: 'keep-alive, X-Private',
    'x-private': '1',
    'keep-alive': '5',
    te: 'trailers',
    upgrade: 'websocket',
    'proxy-authorization': 'x',
    range: 'bytes=0-1',
    'if-none-match': '"a"',
    cookie: 'sid=secret; theme=dark',
    'x-forwarded-for': '203.0.113.1',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    'x-real-ip': '203.0.113.1',
    forwarded: 'for=203.0.113.1',
  }

  test('ends with this connection what belongs to it, and says itself who asks', () => {
    expect(requestHeaders(given, sender, '')).toEqual({
      host: 'shop.example',
      range: 'bytes=0-1',
      'if-none-match': '"a"',
      cookie: 'theme=dark',
      'accept-encoding': 'identity',
      'x-forwarded-for': '192.0.2.9',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'shop.example',
    })
  })

  test('continues what a trusted proxy says', () => {
    expect(requestHeaders(given, { ...sender, isTrusted: true }, '')).toMatchObject({
      'x-forwarded-for': '203.0.113.1, 192.0.2.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
    })
  })

  test('has no cookie at all under the shared origin', () => {
    expect(requestHeaders(given, sender, prefix)).not.toHaveProperty('cookie')
  })
})

describe('what a visitor is sent', () => {
  const cookies = ['sid=x; Path=/', '__Host-sid=y; Secure', 'cart=1; Path=/']

  test('sets no cookie of the portal', () => {
    const sent = answerHeaders({ etag: '"a"', connection: 'close', 'set-cookie': cookies }, atDomain)
    expect(sent).toEqual({ etag: '"a"', 'set-cookie': ['cart=1; Path=/'] })
    expect(answerHeaders({ 'set-cookie': cookies.slice(0, 2) }, atDomain)).toEqual({})
  })

  test('is sandboxed under the shared origin (security point 7)', () => {
    const headers = {
      'set-cookie': cookies,
      'service-worker-allowed': '/',
      'clear-site-data': '"cookies"',
      'strict-transport-security': 'max-age=1',
      'content-security-policy': "img-src 'self'",
    }
    expect(answerHeaders(headers, atPath)).toEqual({
      'content-security-policy': "img-src 'self', sandbox allow-scripts allow-forms allow-popups",
      'access-control-allow-origin': '*',
    })
  })
})

test.each([
  ['/x', `${prefix}/x`],
  ['/x/?a=1#b', `${prefix}/x/?a=1#b`],
  ['x/', `${prefix}/a/x/`],
  ['../../../x', `${prefix}/x`],
  ['http://127.0.0.1/x/', `${prefix}/x/`],
  ['//127.0.0.1/x', `${prefix}/x`],
  ['https://other.example/x', 'https://other.example/x'],
  ['//other.example/x', '//other.example/x'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
])('a redirect to %s leads to %s', (location, placed) => {
  expect(placeLocation(location, atPath)).toBe(placed)
  expect(placeLocation(location, atDomain)).toBe(location)
})
