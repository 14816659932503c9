import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createGatewayApp, type GatewayApp } from '#test/support/sites.ts'

let own: GatewayApp
let site: Awaited<ReturnType<GatewayApp['gateway']['addSite']>>

const answer = (request: Request) =>
  new Response(`page ${new URL(request.url).pathname}`, { headers: { 'content-type': 'text/html' } })

beforeEach(async () => {
  own = await createGatewayApp()
  site = await own.gateway.addSite(own.serve(answer), 'shop.example.in')
})
afterEach(() => own.close())

const firefox = { 'user-agent': 'Mozilla/5.0 Firefox/128.0' }
const visit = async (path: string, headers: Record<string, string> = {}) => {
  const reply = await fetch(own.gateway.url + path, {
    headers: { ...firefox, ...headers },
    redirect: 'manual',
  })
  return { status: reply.status, location: reply.headers.get('location'), body: await reply.text() }
}
const rename = async (name: string) => {
  const path = `/api/user-services/${site.id}/name`
  await own.app.request(path, { method: 'PUT', cookie: site.cookie, json: { name } })
}

test('a site is served at its readable address and at its id', async () => {
  expect(await visit('/sites/shop-example-in/a/b')).toMatchObject({ status: 200, body: 'page /a/b' })
  expect(await visit(`/sites/${site.id}/a/b`)).toMatchObject({ status: 200, body: 'page /a/b' })
  expect(await visit('/sites/shop-example-in?x=1')).toMatchObject({
    status: 308,
    location: '/sites/shop-example-in/?x=1',
  })
  for (const path of ['/sites/other-shop/', '/sites/Shop-example-in/', '/sites/-/', '/pictures/other/'])
    expect((await visit(path)).status).toBe(404)
})

test('a previous address redirects to the current one', async () => {
  await visit('/sites/shop-example-in/')
  expect((await visit('/sites/ashas-shop/')).status).toBe(404)
  await rename('Asha’s shop')
  expect(await visit('/sites/ashas-shop/')).toMatchObject({ status: 200, body: 'page /' })
  for (const rest of ['', '/', '/a?b=c'])
    expect(await visit(`/sites/shop-example-in${rest}`)).toMatchObject({
      status: 308,
      location: `/sites/ashas-shop${rest || '/'}`,
    })
})

test('a suspended site says so, and an ended one is not found', async () => {
  const { userServices } = own.app.store.t
  for (const [status, expected] of [
    ['suspended', 503],
    ['terminated', 404],
  ] as const) {
    await own.app.store.tx((tx) =>
      tx.update(userServices).set({ status }).where(eq(userServices.id, site.id)),
    )
    own.app.deps.events.publish({ userId: site.userId, kind: 'service', id: site.id, status })
    expect((await visit('/sites/shop-example-in/')).status).toBe(expected)
  }
})

test('a site preview does not count as a visit, and cannot be opened as a page', async () => {
  const counted = () => own.app.deps.traffic.of(site.id)
  for (const path of ['', 'style.css', '404'])
    expect(await visit(`/pictures/shop-example-in/${path}`, { 'sec-fetch-dest': 'iframe' })).toMatchObject({
      status: 200,
    })
  expect(counted()).toMatchObject({ requests: 0, pageViews: 0, bytesIn: 0, bytesOut: 0 })
  expect(await visit('/pictures/shop-example-in/a', { 'sec-fetch-dest': 'document' })).toMatchObject({
    status: 308,
    location: '/sites/shop-example-in/a',
  })
  await visit('/sites/shop-example-in/')
  expect(counted()).toMatchObject({ requests: 1, pageViews: 1 })
})
