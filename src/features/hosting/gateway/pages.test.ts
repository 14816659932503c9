import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { domainName } from '#test/support/domain-name.ts'
import { until } from '#test/support/portal.ts'
import { createGatewayApp, type GatewayApp, startUpstream } from '#test/support/sites.ts'

let app: GatewayApp['app']
let gateway: GatewayApp['gateway']
let serve: GatewayApp['serve']
let close: GatewayApp['close']
beforeEach(async () => {
  ;({ app, gateway, serve, close } = await createGatewayApp())
})
afterEach(() => close())

const hello = () => new Response('hello')

describe('the gateway serves', () => {
  const setStatus = async (
    site: { userId: string; id: string },
    status: 'active' | 'stopped' | 'suspended' | 'terminated',
  ) => {
    const { userServices } = app.store.t
    await app.store.tx((tx) => tx.update(userServices).set({ status }).where(eq(userServices.id, site.id)))
    app.deps.events.publish({ userId: site.userId, kind: 'service', id: site.id, status })
  }
  const statusOf = async (url: string, init: RequestInit = {}) => (await fetch(url, init)).status
  const reaches = (url: string, status: number) => until(async () => (await statusOf(url)) === status)

  test('its own page while a service is stopped, suspended or ended, from published state without a query', async () => {
    const site = await gateway.addSite(serve(hello), 'shop.example.com')
    const at = `${site.base}/`
    const byHost = { headers: { host: 'shop.example.com' } }
    await reaches(at, 200)
    await setStatus(site, 'suspended')
    await reaches(at, 503)
    const suspended = await fetch(at, byHost)
    expect([suspended.status, suspended.headers.get('retry-after')]).toEqual([503, '3600'])
    await setStatus(site, 'stopped')
    await reaches(at, 502)
    const stopped = await fetch(at, byHost)
    expect(stopped.headers.get('retry-after')).toBe('3600')
    expect(await stopped.text()).toContain('It is offline until it is started again.')
    await setStatus(site, 'active')
    await reaches(at, 200)
    await setStatus(site, 'terminated')
    await reaches(at, 404)
    expect(await statusOf(gateway.url, byHost)).toBe(404)
  })

  test('a 405 with the methods that sites accept', async () => {
    const site = await gateway.addSite(serve(hello))
    const answer = await fetch(`${site.base}/`, { method: 'TRACE' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([
      405,
      expect.stringMatching(/\bGET, HEAD\b.*\bPURGE\b/),
    ])
    expect(app.deps.traffic.of(site.id)).toMatchObject({ clientErrors: 0, serverErrors: 0 })
  })

  test('a 502 with Retry-After when nothing listens, and the site as soon as something does', async () => {
    const site = await gateway.addSite(null)
    const check = async () => {
      const answer = await fetch(`${site.base}/`)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([502, '5'])
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await answer.text()).toContain('This site is not running')
    }
    await check()
    gateway.processes.set(site.id, `${app.dataDir}/nothing.sock`)
    await check()
    const head = await fetch(`${site.base}/`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([502, ''])
    gateway.processes.set(site.id, serve(hello))
    expect(await statusOf(`${site.base}/`)).toBe(200)
    expect(app.deps.traffic.of(site.id).bytesOut).toBeGreaterThan(0)
  })

  test('the site after its web server was replaced on the same socket', async () => {
    const first = startUpstream(app, () => new Response('first'))
    const site = await gateway.addSite(first.socketPath)
    const read = async () => (await fetch(`${site.base}/`)).text()
    expect(await read()).toBe('first')
    await first.stop()
    serve(() => new Response('second'), first.socketPath)
    expect(await read()).toBe('second')
  })

  test('its own page for another name of the portal or gateway, whatever domains services have', async () => {
    const own = await createGatewayApp({ SITES_ORIGIN: 'https://sites.example.com' })
    try {
      const domains = ['example.com', 'www.sites.example.com', 'x.portal.test', 'portal.test']
      const { userServices } = own.app.store.t
      for (const domain of domains) {
        const site = await own.gateway.addSite(
          own.serve(hello),
          `shop-${domains.indexOf(domain)}.example.org`,
        )
        // As an order in an earlier version left it.
        await own.app.store.tx((tx) =>
          tx
            .update(userServices)
            .set({ domain: domainName(domain) })
            .where(eq(userServices.id, site.id)),
        )
        own.app.deps.events.publish({ userId: site.userId, kind: 'service', id: site.id, status: 'active' })
        expect(await statusOf(own.gateway.url, { headers: { host: domain } })).toBe(404)
        expect(await statusOf(`${site.base}/`, { headers: { host: domain } })).toBe(200)
      }
    } finally {
      await own.close()
    }
  })

  test('its own page for unknown hosts and paths of no service', async () => {
    for (const [path, host] of [
      ['/', 'unknown.example'],
      ['/api/user', 'portal.test'],
      [`/sites/${Bun.randomUUIDv7()}/`, '127.0.0.1'],
      ['/sites/1/', '127.0.0.1'],
    ] as const)
      expect(await statusOf(gateway.url + path, { headers: { host } })).toBe(404)
  })
})
