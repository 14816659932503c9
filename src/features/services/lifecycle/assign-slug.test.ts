import { afterAll, beforeAll, expect, test } from 'bun:test'
import { activateService, createTestApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ sitesOrigin: () => 'http://sites.test' })
})
afterAll(() => app.close())

async function addSite(domain?: string) {
  const { cookie } = await app.addCustomer()
  const { serviceId: id } = await activateService(app, cookie, domain ? { domain } : {})
  const read = async () => {
    const { body } = await app.request(`/api/user-services/${id}`, { cookie })
    return body as { url: string; previewUrl: string }
  }
  const rename = (name: string | null) =>
    app.request(`/api/user-services/${id}/name`, { method: 'PUT', cookie, json: { name } })
  return { id, read, rename }
}

test('a site has a readable address from its activation, beside the one with its id', async () => {
  const shop = await addSite('slug.example.in')
  expect(await shop.read()).toMatchObject({
    url: `http://sites.test/sites/${shop.id}/`,
    previewUrl: 'http://sites.test/sites/slug-example-in/',
  })
  const plain = await addSite()
  expect((await plain.read()).previewUrl).toMatch(/^http:\/\/sites\.test\/sites\/[a-z-]+-[\da-f]{6}\/$/)
})

test('a new name changes it, and another site’s name is not taken', async () => {
  const [one, other] = [await addSite('one-name.example.in'), await addSite('other-name.example.in')]
  await one.rename('Asha’s Shop')
  expect((await one.read()).previewUrl).toBe('http://sites.test/sites/ashas-shop/')
  await other.rename('ASHAS shop')
  expect((await other.read()).previewUrl).toBe(`http://sites.test/sites/ashas-shop-${other.id.slice(-6)}/`)
  // Previous names of a site stay reserved for it.
  await one.rename('Flowers')
  await other.rename('Ashas Shop')
  expect((await other.read()).previewUrl).toBe(`http://sites.test/sites/ashas-shop-${other.id.slice(-6)}/`)
  await one.rename('Ashas shop')
  expect((await one.read()).previewUrl).toBe('http://sites.test/sites/ashas-shop/')
  await one.rename(null)
  expect((await one.read()).previewUrl).toBe('http://sites.test/sites/one-name-example-in/')
})

test('names set at the same moment get different slugs', async () => {
  const sites = await Promise.all([1, 2, 3].map((n) => addSite(`same-${n}.example.in`)))
  await Promise.all(sites.map((site) => site.rename('Same')))
  const addresses = await Promise.all(sites.map(async (site) => (await site.read()).previewUrl))
  expect(new Set(addresses).size).toBe(3)
})

test('a site keeps its last ten addresses, and older ones become free', async () => {
  const [one, other] = [await addSite('many-1.example.in'), await addSite('many-2.example.in')]
  for (let n = 0; n <= 11; n += 1) {
    await one.rename(`Many ${n}`)
    app.advance(1_000)
  }
  const suffix = other.id.slice(-6)
  await other.rename('Many 1')
  expect((await other.read()).previewUrl).toBe(`http://sites.test/sites/many-1-${suffix}/`)
  await other.rename('Many 0')
  expect((await other.read()).previewUrl).toBe('http://sites.test/sites/many-0/')
})
