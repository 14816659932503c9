import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { rootPath } from '#features/certificates/contract.ts'
import { domainName } from '#test/support/domain-name.ts'
import { createGatewayApp, type GatewayApp } from '#test/support/sites.ts'
import { until } from '#test/support/until.ts'

let home: GatewayApp
let site: Awaited<ReturnType<GatewayApp['gateway']['addSite']>>
let id: string
let ca: string
beforeEach(async () => {
  home = await createGatewayApp({ SITES_TLS_PORT: 'auto' })
  const own = { 'strict-transport-security': 'max-age=1' }
  const answer = ({ url }: Request) =>
    new Response('the site', { headers: new URL(url).pathname === '/own' ? own : {} })
  site = await home.gateway.addSite(home.serve(answer))
  const { body } = await call('POST', '/api/domains/register', { name: 'bells', serviceId: site.id })
  id = (body as { id: string }).id
})
afterEach(() => home.close())

const call = (method: string, path: string, json?: unknown) =>
  home.app.request(path, { method, cookie: site.cookie, ...(json === undefined ? {} : { json }) })
async function set(json: object) {
  const { status, body } = await call('PUT', `/api/domains/${id}/serving`, json)
  expect([status, body]).toMatchObject([200, json])
}
async function enableSsl() {
  await call('POST', `/api/domains/${id}/ssl`, { enable: true })
  await home.app.work()
  ca = (await home.app.request(rootPath)).text
  await until('a certificate', async () => (await ask('https://bells.com/').catch(() => null)) !== null)
}

/** The answer at a URL: `<status> <location, or the text>`, without our ports, and with HSTS. */
async function ask(address: string) {
  const { protocol, hostname: host, pathname, search } = new URL(address)
  const { url, tlsUrl, port } = home.gateway
  const base = protocol === 'https:' ? (tlsUrl ?? '') : url
  const response = await fetch(`${base}${pathname}${search}`, {
    redirect: 'manual',
    headers: { host: `${host}:${new URL(base).port}` },
    tls: { ca, serverName: host },
  } as RequestInit)
  const tlsPort = new URL(tlsUrl ?? '').port
  const location = response.headers
    .get('location')
    ?.replace(/(?<=^[^?]*):\d+(?=[/?]|$)/, (found) =>
      [`:${port}`, `:${tlsPort}`].includes(found) ? '' : found,
    )
  const hsts = response.headers.get('strict-transport-security')
  const text = await response.text()
  const said = location ?? (text.startsWith('<!doctype') ? 'page' : text)
  return [response.status, said, ...(hsts ? [hsts] : [])].join(' ')
}
/** Within about a second; more on a slow machine. */
const becomes = (address: string, wanted: string) =>
  until(`${address} → ${wanted}`, async () => (await ask(address)) === wanted)

describe('a domain that redirects to one of its two names', () => {
  test('redirects from the other name with path and query, and back when switched', async () => {
    expect(await ask('http://bells.com/a')).toBe('200 the site')
    await set({ www: 'to-www' })
    await becomes('http://bells.com/a%20b/?c=d', '308 http://www.bells.com/a%20b/?c=d')
    expect(await ask('http://www.bells.com/a')).toBe('200 the site')
    expect(await ask('http://api.bells.com/a')).toBe('200 the site')
    await set({ www: 'to-bare' })
    await becomes('http://www.bells.com/a', '308 http://bells.com/a')
    expect(await ask('http://bells.com/a')).toBe('200 the site')
    await set({ www: 'as-typed' })
    await becomes('http://www.bells.com/a', '200 the site')
  })

  test('redirects over https, and from http in one step', async () => {
    await enableSsl()
    await set({ www: 'to-www' })
    await becomes('https://bells.com/a?b', '308 https://www.bells.com/a?b')
    expect(await ask('http://bells.com/a?b')).toBe('308 https://www.bells.com/a?b')
    expect(await ask('http://www.bells.com/')).toBe('308 https://www.bells.com/')
    expect(await ask('https://www.bells.com/')).toBe('200 the site')
    expect(await ask('http://bells.com/.well-known/acme-challenge/x')).toBe('200 the site')
  })

  test('does not redirect to a name that the zone does not point anywhere', async () => {
    await set({ www: 'to-www' })
    await becomes('http://bells.com/', '308 http://www.bells.com/')
    const { body } = await call('GET', `/api/domains/${id}/dns`)
    const www = (body as { id: string; name: string }[]).find(({ name }) => name === 'www')
    await call('DELETE', `/api/domains/${id}/dns/${www?.id}`)
    await becomes('http://bells.com/', '200 the site')
  })

  test('does not redirect from or to another service’s site', async () => {
    await set({ www: 'to-bare' })
    await becomes('http://www.bells.com/', '308 http://bells.com/')
    const { userServices } = home.app.store.t
    const other = await home.gateway.addSite(home.serve(() => new Response('another')))
    const own = { domain: domainName('www.bells.com') }
    await home.app.store.tx((tx) => tx.update(userServices).set(own).where(eq(userServices.id, other.id)))
    home.app.deps.events.publish({ userId: site.userId, kind: 'service', id: site.id, status: 'active' })
    await becomes('http://www.bells.com/', '200 another')
    expect(await ask('http://bells.com/')).toBe('200 the site')
  })

  test('also works for a service’s own domain', async () => {
    await call('PUT', `/api/user-services/${site.id}/domain`, { domain: 'bells.com' })
    await set({ www: 'to-www' })
    await becomes('http://bells.com/', '308 http://www.bells.com/')
    expect(await ask('http://www.bells.com/')).toBe('200 the site')
  })
})

describe('a domain with a certificate', () => {
  test('is served over both schemes while the https redirect is off', async () => {
    await enableSsl()
    await becomes('http://bells.com/', '308 https://bells.com/')
    await set({ httpsRedirect: false })
    await becomes('http://bells.com/', '200 the site')
    expect(await ask('https://bells.com/')).toBe('200 the site')
    await set({ httpsRedirect: true })
    await becomes('http://bells.com/', '308 https://bells.com/')
  })

  test('sends HSTS in every https answer while it is on, and max-age=0 after that', async () => {
    await enableSsl()
    const promise = `max-age=${180 * 24 * 60 * 60}`
    await set({ hsts: true, www: 'to-www' })
    await becomes('https://www.bells.com/', `200 the site ${promise}`)
    expect(await ask('https://bells.com/')).toBe(`308 https://www.bells.com/ ${promise}`)
    expect(await ask('https://api.bells.com/')).toBe(`200 the site ${promise}`)
    expect(await ask('http://bells.com/')).toBe('308 https://www.bells.com/')
    // The site's own header comes first, and browsers read only one.
    expect(await ask('https://www.bells.com/own')).toBe('200 the site max-age=1')
    home.gateway.processes.set(site.id, null)
    home.app.deps.events.publish({ userId: site.userId, kind: 'service', id: site.id, status: 'active' })
    await becomes('https://www.bells.com/', `502 page ${promise}`)
    await set({ hsts: false })
    await becomes('https://www.bells.com/', '502 page max-age=0')
  })
})

describe('a subdomain redirect', () => {
  test('is answered over http and https, and ends with its row', async () => {
    const target = 'https://elsewhere.example/shop?a=b'
    const added = await call('POST', `/api/domains/${id}/subdomains`, { name: 'shop', target, redirect: 308 })
    await becomes('http://shop.bells.com/ignored?x', `308 ${target}`)
    await enableSsl()
    await becomes('https://shop.bells.com/', `308 ${target}`)
    expect(await ask('http://shop.bells.com/')).toBe(`308 ${target}`)
    const { id: subId } = added.body as { id: string }
    await call('DELETE', `/api/domains/${id}/subdomains/${subId}`)
    await becomes('http://shop.bells.com/', '404 page')
  })

  test('applies to every name below a wildcard, after exact names', async () => {
    await call('POST', `/api/domains/${id}/subdomains`, { name: '*', target: 'http://bells.com/' })
    await becomes('http://anything.bells.com/', '302 http://bells.com/')
    for (const host of ['bells.com', 'www.bells.com', 'api.bells.com'])
      expect(await ask(`http://${host}/`)).toBe('200 the site')
  })
})
