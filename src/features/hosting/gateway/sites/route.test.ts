import { describe, expect, test } from 'bun:test'
import { readHost } from '#shared/names/host-names.ts'
import { domainName } from '#test/support/domain-name.ts'
import { findRoute, isPlainPath, type SiteMap } from './route.ts'
import type { Serving } from './serving.ts'
import type { Site, SiteKey } from './site-cache.ts'

const id = '0190f3a0-0000-7000-8000-000000000001'
const site: Site = { userId: 'u', serviceId: id, domain: domainName('shop.example'), status: 'active' }
const map = {
  sites: {
    get(key: SiteKey): Site | null | undefined {
      if (key === 'host:strange.example') return undefined
      return [`id:${id}`, 'host:shop.example', 'host:portal.example'].includes(key) ? site : null
    },
  },
  challenge: (token: string) => (token === 'tok_1' ? 'tok_1.key' : undefined),
  protocol: 'http' as SiteMap['protocol'],
  httpsOrigin: (): string | null => null,
  peerOrigin: (host: string): string | null => `http://${host}`,
  isPortalName: (host: string) => host === 'portal.example',
  hasTrials: true,
}
const moved = (location: string) => ({
  kind: 'redirect' as const,
  location,
  status: 308 as const,
  hsts: null,
})
const find = (url: string, host = '127.0.0.1:3080', method = 'GET', isServiceWorker = false) =>
  findRoute({ method, url, hosts: [host], isServiceWorker, isForWindow: false }, map)

describe('a host', () => {
  test.each([
    ['Shop.Example', 'shop.example'],
    ['shop.example.', 'shop.example'],
    ['shop.example:8080', 'shop.example'],
    ['127.0.0.1:3080', '127.0.0.1'],
    ['[::1]:3080', '[::1]'],
    ['shop.example:', 'shop.example'],
    ['shop.example.:', 'shop.example'],
    ['shop.example:00080', 'shop.example'],
    ['[::1]:', '[::1]'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ])('%s', (authority, host) => expect(readHost(authority)).toBe(host))

  test.each([
    '',
    ':80',
    'a b',
    'a/b',
    'user@shop.example',
    'a..b',
    '.a',
    'a:port',
    'a:1:2',
    `${'a'.repeat(254)}`,
    'a\u0000',
    'bücher.example',
    'a:65536',
    'a: 80',
    '1.2.3.999',
    '[:::]',
  ])('is rejected when it reads %j', (authority) => expect(readHost(authority)).toBeNull())
})

describe('a path', () => {
  test.each([
    '/',
    '/a/b.html',
    '/a%20b',
    '/%E0%A4%B9',
    '//a',
    '/...',
    '/.well-known/x',
    '/a|b',
    '/%252e%252e/x',
  ])('%s is unambiguous', (path) => expect(isPlainPath(path)).toBe(true))

  test.each([
    '',
    'a',
    '*',
    '/..',
    '/../etc/passwd',
    '/a/../b',
    '/./a',
    '/%2e%2e/a',
    '/.%2E/a',
    '/%2e/a',
    '/a%00b',
    '/a%2fb',
    '/a%5Cb',
    '/a\\..\\b',
    '/a%0d%0ab',
    '/a%7f',
    '/a#b',
    '/a%zz',
    '/%c3%28',
    '/ü',
  ])('%s is ambiguous', (path) => expect(isPlainPath(path)).toBe(false))
})

describe('a request goes', () => {
  test('to the service of its host', () => {
    expect(find('/a?b=1', 'shop.example')).toEqual({
      kind: 'site',
      site,
      host: 'shop.example',
      path: '/a?b=1',
      prefix: '',
      hsts: null,
    })
    // A folder within the site, not another site.
    expect(find(`/sites/${id}/a`, 'shop.example')).toMatchObject({ path: `/sites/${id}/a`, prefix: '' })
  })

  test('by path on any host that no service has', () => {
    for (const host of ['127.0.0.1:3080', 'localhost', 'unknown.example'])
      expect(find(`/sites/${id}/a/?b=1`, host)).toMatchObject({
        kind: 'site',
        path: '/a/?b=1',
        prefix: `/sites/${id}`,
      })
    expect(find(`/sites/${id}?b`)).toEqual(moved(`/sites/${id}/?b`))
  })

  test('nowhere without a matching service or an allowed method', () => {
    for (const url of ['/', '/sites/', '/sites/x/', `/sites/${id.replace('1', '2')}/`, '/api/user'])
      expect(find(url)).toEqual({ kind: 'refused', status: 404 })
    // The portal's own host is never a customer's, whatever a row says.
    expect(find('/', 'portal.example')).toEqual({ kind: 'refused', status: 404 })
    for (const method of ['TRACE', 'TRACK', 'CONNECT', 'get', 'FOO', 'toString'])
      expect(find(`/sites/${id}/`, 'x', method)).toEqual({ kind: 'refused', status: 405 })
    for (const method of ['PROPFIND', 'REPORT', 'PURGE', 'MKCALENDAR'])
      expect(find(`/sites/${id}/`, 'x', method)).toMatchObject({ kind: 'site' })
    expect(find(`/sites/${id}/sw.js`, 'x', 'GET', true)).toEqual({ kind: 'refused', status: 403 })
  })

  test('to the pending challenge on any host', () => {
    for (const host of ['shop.example', 'new.example'])
      expect(find('/.well-known/acme-challenge/tok_1', host)).toEqual({
        kind: 'challenge',
        text: 'tok_1.key',
      })
    expect(find('/.well-known/acme-challenge/other', 'shop.example')).toMatchObject({ kind: 'site' })
    expect(find('/.well-known/acme-challenge/other')).toEqual({ kind: 'refused', status: 404 })
  })

  test('to https where its host requires it, except before a certificate exists', () => {
    const secure = {
      ...map,
      httpsOrigin: (host: string) => (host === 'shop.example' ? `https://${host}` : null),
    }
    const ask = (url: string, host: string) =>
      findRoute({ method: 'GET', url, hosts: [host], isServiceWorker: false, isForWindow: false }, secure)
    const location = 'https://shop.example/a%20b/?c=d'
    for (const url of ['/a%20b/?c=d', 'http://shop.example/a%20b/?c=d'])
      expect(ask(url, 'Shop.example:3080')).toEqual(moved(location))
    expect(ask('/.well-known/acme-challenge/tok_1', 'shop.example')).toMatchObject({ kind: 'challenge' })
    expect(ask('/.well-known/acme-challenge/other', 'shop.example')).toMatchObject({ kind: 'site' })
    expect(ask('/.well-known/acme-challenge', 'shop.example')).toMatchObject({ kind: 'redirect' })
    expect(ask('/.well-known/acme-challenge/../a', 'shop.example')).toEqual({ kind: 'refused', status: 400 })
    expect(ask(`/sites/${id}/`, '127.0.0.1')).toMatchObject({ kind: 'site', prefix: `/sites/${id}` })
  })

  test('to the portal below /try, unless temporary sites are off or a service worker requests it', () => {
    const name = 'abcdefghijklmnopqrstuvwxyz'
    const trial = { kind: 'site', site: { serviceId: 'try' }, prefix: '/try', path: `/${name}/css/a.css?b` }
    expect(find(`/try/${name}/css/a.css?b`)).toMatchObject(trial)
    expect(find(`/try/${name}?b`)).toEqual(moved(`/try/${name}/?b`))
    expect(find(`/try/${name}/`, undefined, 'GET', true)).toEqual({ kind: 'refused', status: 403 })
    for (const other of ['/try', '/try/', '/try/Abcdefghijklmnopqrstuvwxyz/', `/try/${name}x/`])
      expect(find(other)).toEqual({ kind: 'refused', status: 404 })
    const asked = {
      method: 'GET',
      url: `/try/${name}/`,
      hosts: ['127.0.0.1'],
      isServiceWorker: false,
      isForWindow: false,
    }
    expect(findRoute(asked, { ...map, hasTrials: false })).toEqual({ kind: 'refused', status: 404 })
    // A customer's domain may have its own /try.
    expect(find(`/try/${name}/`, 'shop.example')).toMatchObject({ site: { serviceId: id }, prefix: '' })
  })

  test('nowhere when it is ambiguous', () => {
    const refused = { kind: 'refused', status: 400 }
    expect(
      findRoute({ method: 'GET', url: '/', hosts: [], isServiceWorker: false, isForWindow: false }, map),
    ).toEqual(refused as never)
    expect(
      findRoute(
        { method: 'GET', url: '/', hosts: ['a', 'shop.example'], isServiceWorker: false, isForWindow: false },
        map,
      ),
    ).toEqual(refused as never)
    for (const url of [
      'http://other.example/',
      'http://user@shop.example/',
      '*',
      'shop.example:443',
      `/sites/${id}/../x`,
      `/sites/${id}/%2e%2e/%2e%2e/etc/passwd`,
      '/?a#b',
      '/?\u0001',
    ])
      expect(find(url, 'shop.example')).toEqual(refused as never)
  })

  test('to a lookup while its host or id is unknown', () => {
    expect(find('/a', 'Strange.example:80')).toEqual({ kind: 'unknown', key: 'host:strange.example' })
    const sites = { get: (key: SiteKey) => (key.startsWith('id:') ? undefined : null) }
    const asked = {
      method: 'GET',
      url: `/sites/${id}/`,
      hosts: ['a'],
      isServiceWorker: false,
      isForWindow: false,
    }
    expect(findRoute(asked, { ...map, sites })).toEqual({ kind: 'unknown', key: `id:${id}` })
  })

  test('to the same site in absolute form', () => {
    expect(find('http://shop.example/a?b', 'shop.example')).toMatchObject({ path: '/a?b' })
    expect(find('http://SHOP.example:80?b', 'shop.example')).toMatchObject({ kind: 'refused' })
    expect(find('http://shop.example', 'shop.example')).toMatchObject({ path: '/' })
  })
})

describe('a request for a domain name', () => {
  const usual: Serving = { goal: null, httpsRedirect: true, hsts: null, redirect: null }
  const certified = new Set(['shop.example', 'www.shop.example'])
  type Served = Partial<Serving> & {
    status?: Site['status']
    protocol?: SiteMap['protocol']
    covered?: Set<string>
  }
  function ask(url: string, { status = 'active', protocol = 'http', covered = certified, ...set }: Served) {
    const served: SiteMap = {
      ...map,
      protocol,
      sites: { get: () => ({ ...site, status, serving: { ...usual, ...set } }) },
      httpsOrigin: (host) => (protocol === 'http' && covered.has(host) ? `https://${host}` : null),
      peerOrigin: (host) => (protocol === 'https' && !covered.has(host) ? null : `${protocol}://${host}`),
    }
    const route = findRoute(
      { method: 'GET', url, hosts: ['shop.example'], isServiceWorker: false, isForWindow: false },
      served,
    )
    return route.kind === 'redirect' ? `${route.status} ${route.location}` : route.kind
  }
  const goal = 'www.shop.example'
  const none = new Set<string>()

  test('redirects to the other name and https in one step', () => {
    expect(ask('/a?b', { goal })).toBe('308 https://www.shop.example/a?b')
    expect(ask('/a?b', { goal, protocol: 'https' })).toBe('308 https://www.shop.example/a?b')
    expect(ask('/a?b', { goal, httpsRedirect: false })).toBe('308 http://www.shop.example/a?b')
    expect(ask('/a?b', { goal, covered: none })).toBe('308 http://www.shop.example/a?b')
  })

  test('is not redirected from https to a name without a certificate, nor away from a challenge', () => {
    expect(ask('/', { goal, protocol: 'https', covered: new Set(['shop.example']) })).toBe('site')
    expect(ask('/.well-known/acme-challenge/a', { goal })).toBe('site')
    expect(ask('/.well-known/acme-challenge/tok_1', { goal })).toBe('challenge')
  })

  test('stays on http while the https redirect is off', () => {
    expect(ask('/', {})).toBe('308 https://shop.example/')
    expect(ask('/', { httpsRedirect: false })).toBe('site')
  })

  test('follows its subdomain redirect, unless the service is suspended', () => {
    const redirect = { to: 'https://elsewhere.example/x', status: 302 as const }
    for (const protocol of ['http', 'https', null] as const)
      expect(ask('/a?b', { redirect, protocol })).toBe('302 https://elsewhere.example/x')
    expect(ask('/', { redirect, status: 'stopped' })).toBe('302 https://elsewhere.example/x')
    expect(ask('/', { redirect, status: 'suspended', covered: none })).toBe('site')
    expect(ask('/.well-known/acme-challenge/a', { redirect })).toBe('refused')
  })
})
