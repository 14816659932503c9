import { describe, expect, test } from 'bun:test'
import type { Field } from '#shared/http/fields.ts'
import { answerFields, hidesFraming, placeLocation, requestFields, stripCookies } from './headers.ts'

const sender = { peer: '192.0.2.9', isTrusted: false, protocol: 'http' as const, host: 'shop.example' }
const prefix = '/sites/0190f3a0-0000-7000-8000-000000000001'
const atDomain = { host: 'shop.example', path: '/a/b', prefix: '' }
const atPath = { host: '127.0.0.1', path: '/a/b', prefix }

test.each([
  ['sid=secret', undefined],
  ['sid=secret; theme=dark', 'theme=dark'],
  ['theme=dark;__Host-sid=a=b ; lang=hi', 'theme=dark; lang=hi'],
  ['SID=secret;  a=1', 'a=1'],
  ['portal-device=x; __Host-portal-device=y; device=z', 'device=z'],
  ['inside=1; sidecar=2', 'inside=1; sidecar=2'],
  ['', undefined],
  ['sid', undefined],
])('the cookies %j are reduced to %j', (field, kept) => expect(stripCookies(field)).toBe(kept as string))

describe('the request headers for a service', () => {
  const given: Field[] = [
    ['host', 'shop.example'],
    ['connection', 'keep-alive, X-Private'],
    ['x-private', '1'],
    ['keep-alive', '5'],
    ['te', 'trailers'],
    ['upgrade', 'websocket'],
    ['proxy-authorization', 'x'],
    ['range', 'bytes=0-1'],
    ['content-length', '5'],
    ['transfer-encoding', 'chunked'],
    ['if-none-match', '"a"'],
    ['cookie', 'sid=secret; theme=dark'],
    ['cookie', 'lang=hi'],
    ['x-forwarded-for', '203.0.113.1'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-host', 'evil.example'],
    ['x-real-ip', '203.0.113.1'],
    ['forwarded', 'for=203.0.113.1'],
    ['expect', '100-continue'],
    ['accept', 'text/html'],
    ['accept', 'text/plain'],
  ]

  test('omit hop-by-hop fields and name the client', () => {
    expect(requestFields(given, sender, '')).toEqual([
      ['range', 'bytes=0-1'],
      ['if-none-match', '"a"'],
      ['accept', 'text/html'],
      ['accept', 'text/plain'],
      ['host', 'shop.example'],
      ['x-forwarded-for', '192.0.2.9'],
      ['x-forwarded-host', 'shop.example'],
      ['x-forwarded-proto', 'http'],
      ['cookie', 'theme=dark; lang=hi'],
    ])
  })

  test('extend those of a trusted proxy', () => {
    const sent = Object.fromEntries(requestFields(given, { ...sender, isTrusted: true }, ''))
    expect(sent).toMatchObject({
      'x-forwarded-for': '203.0.113.1, 192.0.2.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
    })
  })

  test('have no cookies under the shared origin', () => {
    expect(Object.fromEntries(requestFields(given, sender, prefix))).not.toHaveProperty('cookie')
  })

  test.each([
    ['content-length', true],
    ['close, Content-Length', true],
    ['transfer-encoding', true],
    ['keep-alive ,\tHOST', true],
    ['x-forwarded-for', true],
    ['keep-alive, upgrade, te', false],
    ['x-content-length', false],
  ])('cannot remove framing or routing fields through Connection: %s: %s', (value, isHidden) => {
    expect(hidesFraming([['connection', value]])).toBe(isHidden)
    expect(
      hidesFraming([
        ['connection', 'close'],
        ['connection', value],
      ]),
    ).toBe(isHidden)
  })
})

describe('the response headers for a visitor', () => {
  const cookies: Field[] = [
    ['set-cookie', 'sid=x; Path=/'],
    ['set-cookie', '__Host-sid=y; Secure'],
    ['set-cookie', 'cart=1; Path=/'],
  ]

  test('set no cookie of the portal', () => {
    expect(answerFields([['etag', '"a"'], ['connection', 'close'], ...cookies], atDomain)).toEqual([
      ['etag', '"a"'],
      ['set-cookie', 'cart=1; Path=/'],
    ])
    expect(answerFields(cookies.slice(0, 2), atDomain)).toEqual([])
  })

  test('omit framing, which is decided separately', () => {
    const framing: Field[] = [
      ['content-length', '3'],
      ['transfer-encoding', 'chunked'],
      ['trailer', 'x'],
    ]
    expect(answerFields(framing, atDomain)).toEqual([])
  })

  test('are sandboxed under the shared origin', () => {
    const fields: Field[] = [
      ...cookies,
      ['service-worker-allowed', '/'],
      ['clear-site-data', '"cookies"'],
      ['strict-transport-security', 'max-age=1'],
      ['content-security-policy', "img-src 'self'"],
      ['access-control-allow-origin', 'https://other.example'],
    ]
    expect(answerFields(fields, atPath)).toEqual([
      ['content-security-policy', "img-src 'self', sandbox allow-scripts allow-forms allow-popups"],
      ['access-control-allow-origin', '*'],
    ])
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
])('redirect %s as %s', (location, placed) => {
  expect(placeLocation(location, atPath)).toBe(placed)
  expect(placeLocation(location, atDomain)).toBe(location)
})
