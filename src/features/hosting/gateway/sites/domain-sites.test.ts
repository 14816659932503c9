import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { insertActiveService } from '#test/support/active-service.ts'
import { domainName } from '#test/support/domain-name.ts'
import { createGatewayApp, type GatewayApp, startTestGateway, type TestGateway } from '#test/support/sites.ts'
import { until } from '#test/support/until.ts'

let home: GatewayApp
let site: Awaited<ReturnType<GatewayApp['gateway']['addSite']>>
beforeEach(async () => {
  home = await createGatewayApp()
  site = await home.gateway.addSite(home.serve((request) => new Response(request.headers.get('host'))))
})
afterEach(() => home.close())

const call = (path: string, json: unknown, method = 'POST') =>
  home.app.request(path, { method, cookie: site.cookie, json })

const register = async (name: string): Promise<string> => {
  const { status, body } = await call('/api/domains/register', { name, serviceId: site.id })
  expect(status).toBe(201)
  return (body as { id: string }).id
}

const statusOf = async (host: string): Promise<number> =>
  (await fetch(home.gateway.url, { headers: { host } })).status

const isServed = (host: string) => until(`${host} served`, async () => (await statusOf(host)) === 200)

describe('a verified domain', () => {
  test('serves its service’s site at the apex, www and active subdomains, and nowhere else', async () => {
    await register('bells')
    for (const host of ['bells.com', 'www.bells.com', 'api.bells.com']) await isServed(host)
    for (const host of ['mail.bells.com', 'other.bells.com', 'www.api.bells.com', 'notbells.com', 'com'])
      expect([host, await statusOf(host)]).toEqual([host, 404])
  })

  test('serves a subdomain from when it is added until it is deleted', async () => {
    const id = await register('bells')
    expect(await statusOf('shop.bells.com')).toBe(404)
    const added = await call(`/api/domains/${id}/subdomains`, { name: 'shop', target: '127.0.0.1' })
    expect(added.status).toBe(201)
    await isServed('shop.bells.com')
    const { id: subId } = added.body as { id: string }
    expect((await call(`/api/domains/${id}/subdomains/${subId}`, undefined, 'DELETE')).status).toBe(200)
    await until('its end', async () => (await statusOf('shop.bells.com')) === 404)
    expect(await statusOf('bells.com')).toBe(200)
  })

  test('yields to a service that has the name as its own', async () => {
    await register('bells')
    const own = await home.gateway.addSite(home.serve(() => new Response('own')))
    const { userServices } = home.app.store.t
    await home.app.store.tx((tx) =>
      tx
        .update(userServices)
        .set({ domain: domainName('api.bells.com') })
        .where(eq(userServices.id, own.id)),
    )
    const answer = await fetch(home.gateway.url, { headers: { host: 'api.bells.com' } })
    expect(await answer.text()).toBe('own')
  })

  test.each(['A', 'CNAME'])(
    'never shows its site at a name in its zone that another customer’s service had before, whatever its %s record',
    async (type) => {
      const socket = home.serve(() => new Response('held'))
      const held = await home.gateway.addSite(socket)
      const named = await home.app.request(`/api/user-services/${held.id}/domain`, {
        method: 'PUT',
        cookie: held.cookie,
        json: { domain: 'shop.bells.com' },
      })
      expect(named.status).toBe(200)
      const id = await register('bells')
      const textAt = async (host: string) => (await fetch(home.gateway.url, { headers: { host } })).text()
      for (const name of ['shop', 'www.shop']) {
        const record = { type, name, value: type === 'A' ? '127.0.0.1' : 'bells.com' }
        const preview = await call(`/api/domains/${id}/dns/preview`, { record })
        expect((preview.body as { effects: string[] }).effects).toContain(
          `${name}.bells.com will not show your site: a service of another customer has the name.`,
        )
        expect((await call(`/api/domains/${id}/dns`, record)).status).toBe(201)
        expect(await textAt(`${name}.bells.com`)).toBe('held')
      }
      const free = await call(`/api/domains/${id}/dns/preview`, {
        record: { type: 'A', name: 'free', value: '127.0.0.1' },
      })
      expect((free.body as { effects: string[] }).effects).toEqual([
        'free.bells.com will point to 127.0.0.1.',
      ])
      await until('the site of the domain', async () => (await textAt('bells.com')) === 'bells.com')
    },
  )

  test('shows the suspension page while its service is suspended', async () => {
    await register('bells')
    await isServed('bells.com')
    const { userServices } = home.app.store.t
    await home.app.store.tx((tx) =>
      tx.update(userServices).set({ status: 'suspended' }).where(eq(userServices.id, site.id)),
    )
    home.app.deps.events.publish({ userId: site.userId, kind: 'service', id: site.id, status: 'suspended' })
    await until('the page', async () => (await statusOf('bells.com')) === 503)
  })
})

describe('every gateway learns immediately', () => {
  let second: TestGateway
  beforeEach(async () => {
    second = await startTestGateway(home.app)
    for (const [service, socketPath] of home.gateway.processes) second.processes.set(service, socketPath)
  })
  afterEach(() => second.stop(true))
  const statusesOf = (host: string) =>
    Promise.all(
      [home.gateway, second].map(async ({ url }) => (await fetch(url, { headers: { host } })).status),
    )

  test('when a domain is removed: its site ends, and others stay', async () => {
    const { body } = await call('/api/domains/connect', { name: 'gone.example', serviceId: site.id })
    const { domains } = home.app.store.t
    const set = { challenge: null, status: 'active' as const }
    await home.app.store.tx((tx) =>
      tx
        .update(domains)
        .set(set)
        .where(eq(domains.domainName, domainName('gone.example'))),
    )
    for (const host of ['gone.example', 'www.gone.example', 'api.gone.example'])
      expect([host, await statusesOf(host)]).toEqual([host, [200, 200]])
    expect((await call(`/api/domains/${(body as { id: string }).id}`, undefined, 'DELETE')).status).toBe(200)
    for (const host of ['gone.example', 'www.gone.example', 'api.gone.example'])
      expect([host, await statusesOf(host)]).toEqual([host, [404, 404]])
  })

  test('when a domain moves to another service, and when a service takes a name as its own', async () => {
    const id = await register('bells')
    expect(await statusesOf('bells.com')).toEqual([200, 200])
    const { domains, userServices } = home.app.store.t
    await home.app.store.tx((tx) =>
      tx.update(userServices).set({ domain: null }).where(eq(userServices.id, site.id)),
    )
    const other = await insertActiveService(home.app, site.userId)
    const publish = (kind: 'domain' | 'service', which: string) =>
      home.app.deps.events.publish({ userId: site.userId, kind, id: which, status: 'active' })
    await home.app.store.tx((tx) => tx.update(domains).set({ serviceId: other }).where(eq(domains.id, id)))
    publish('domain', id)
    expect(await statusesOf('bells.com')).toEqual([502, 502])
    const set = { domain: domainName('bells.com') }
    await home.app.store.tx((tx) => tx.update(userServices).set(set).where(eq(userServices.id, site.id)))
    publish('service', site.id)
    expect(await statusesOf('bells.com')).toEqual([200, 200])
  })
})

test('an unverified or expired domain has no site', async () => {
  expect((await call('/api/domains/connect', { name: 'waiting.example' })).status).toBe(201)
  expect(await statusOf('waiting.example')).toBe(404)
  const { domains } = home.app.store.t
  const set = { challenge: null, status: 'expired' as const }
  await home.app.store.tx((tx) =>
    tx
      .update(domains)
      .set(set)
      .where(eq(domains.domainName, domainName('waiting.example'))),
  )
  expect(await statusOf('www.waiting.example')).toBe(404)
})
