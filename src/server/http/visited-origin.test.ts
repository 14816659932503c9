import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { listen } from '#app/commands/serve.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { forwardedOrigin, visitedOrigin } from './visited-origin.ts'

const apps: TestApp[] = []
const listeners: Awaited<ReturnType<typeof listen>>[] = []
let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
  apps.push(app)
})
afterAll(async () => {
  for (const listener of listeners) await listener.stop(true)
  for (const each of apps) await each.close()
})

async function listenFor(TRUSTED_PROXIES: string[]): Promise<string> {
  const listener = await listen({ HOST: '127.0.0.1', PORT: 'auto', TRUSTED_PROXIES }, app.portal)
  listeners.push(listener)
  return listener.url
}

const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'portal.example.com' }
const origin = 'https://portal.example.com'

const post = (url: string, headers: Record<string, string>, body: object = {}) =>
  fetch(`${url}${'password' in body ? '/api/login' : '/api/logout'}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const hints = () =>
  app.logged.filter((line) => line.includes('TRUSTED_PROXIES')).map((line) => JSON.parse(line))

describe('the address that a proxy reports for a visitor', () => {
  test('counts when the proxy is trusted: the visitor is on this site, and the cookie is for TLS only', async () => {
    const url = await listenFor(['127.0.0.1'])
    const { email: emailOrMobile, password } = await app.signUp()
    const answer = await post(
      url,
      { ...forwarded, origin, 'sec-fetch-site': 'same-origin' },
      { emailOrMobile, password },
    )
    expect(answer.status).toBe(200)
    const cookies = answer.headers.getSetCookie()
    expect(cookies.map((cookie) => cookie.split('=')[0]).sort()).toEqual([
      '__Host-portal-device',
      '__Host-sid',
    ])
    for (const cookie of cookies) expect(cookie).toContain('; Secure')
    const cookie = cookies.map((each) => each.split(';')[0]).join('; ')
    const user = (headers: object) => fetch(`${url}/api/user`, { headers: { cookie, ...headers } })
    expect((await user(forwarded)).status).toBe(200)
    // Over plain http an attacker on the network could have set this cookie.
    expect((await user({})).status).toBe(401)
  })

  test('does not count when the peer is not trusted', async () => {
    const url = await listenFor([])
    const answer = await post(url, { ...forwarded, origin })
    expect(answer.status).toBe(403)
    const { email: emailOrMobile, password } = await app.signUp()
    const login = await post(url, forwarded, { emailOrMobile, password })
    expect(login.headers.getSetCookie().join()).not.toContain('__Host-')
    expect(login.headers.get('strict-transport-security')).toBeNull()
  })

  test('is taken from the last proxy, and ignored when it is not an address', () => {
    const of = (headers: Record<string, string>) =>
      forwardedOrigin(new Request('http://127.0.0.1:3000/', { headers }))
    expect(of({ 'x-forwarded-proto': 'http, https' })).toBe('https://127.0.0.1:3000')
    expect(of({ 'x-forwarded-host': 'Portal.example.com:8443' })).toBe('http://portal.example.com:8443')
    for (const host of ['', 'a b', 'a/b', 'user@host', 'a,'])
      expect(of({ 'x-forwarded-proto': 'ftp', 'x-forwarded-host': host })).toBeUndefined()
    expect(of({})).toBeUndefined()
  })
})

test.each(['Portal.example', 'portal.example:', 'portal.example:80', 'portal.example:0080'])(
  'a visitor of %s has the origin that a browser sends',
  (host) => {
    const request = new Request(`http://${host}/`, { headers: { host } })
    const known = { publicOrigin: undefined, forwarded: undefined }
    expect(visitedOrigin(request, known)).toBe('http://portal.example')
  },
)

describe('the hint about an untrusted proxy', () => {
  test('is logged once, regardless of how many changes are refused', async () => {
    const url = await listenFor([])
    for (let sent = 0; sent < 3; sent += 1)
      expect((await post(url, { ...forwarded, origin, 'sec-fetch-site': 'same-origin' })).status).toBe(403)
    expect(hints()).toMatchObject([{ level: 'warn', origin, expected: url }])
    expect(hints()[0].msg).toContain('PUBLIC_ORIGIN')
  })

  test('is not logged for requests from another site', async () => {
    const url = await listenFor([])
    await post(url, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })
    expect(hints()).toEqual([])
  })
})
