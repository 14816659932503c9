import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { insertActiveService } from '#test/support/active-service.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { domainName } from '#test/support/domain-name.ts'

let app: TestApp
let owner: { cookie: string; id: string }
let serviceId: string
let name: string
let id: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
let counter = 0
beforeEach(async () => {
  owner = await app.addCustomer()
  ;({ id, name } = await register())
})

const call = (method: string, path: string, json?: unknown) =>
  app.request(path, { method, cookie: owner.cookie, ...(json === undefined ? {} : { json }) })
async function register() {
  // A plan may allow only one domain.
  serviceId = await insertActiveService(app, owner.id)
  counter += 1
  const { body } = await call('POST', '/api/domains/register', { name: `leads-${counter}`, serviceId })
  return body as { id: string; name: string }
}
const add = (json: object, domain = id) => call('POST', `/api/domains/${domain}/subdomains`, json)
type Row = { id: string; name: string; target: string; redirect: number | null; status: string }
const rowOf = async (wanted: string) =>
  ((await call('GET', `/api/domains/${id}/subdomains`)).body as Row[]).find((row) => row.name === wanted)
const recordsAt = async (wanted: string) => {
  const { body } = await call('GET', `/api/domains/${id}/dns`)
  return (body as { id: string; name: string; type: string; value: string }[]).filter(
    (record) => record.name === wanted,
  )
}
const target = 'https://outside.example/shop?a=b'

describe('a subdomain that redirects', () => {
  test('points to the service of its domain, and shows its redirect target', async () => {
    const { status, body } = await add({ name: 'shop', target })
    expect([status, body]).toMatchObject([201, { name: 'shop', target, redirect: 302, status: 'active' }])
    expect(await recordsAt('shop')).toMatchObject([{ type: 'A', value: '127.0.0.1' }])
    expect((await add({ name: 'old', target, redirect: 308 })).body).toMatchObject({ redirect: 308 })
    expect(await rowOf('www')).toMatchObject({ target: '127.0.0.1', redirect: null })
    const { body: history } = await call('GET', `/api/domains/${id}/history`)
    expect(JSON.stringify(history)).toContain(`Added shop.${name}, redirected to ${target}`)
  })

  test('is removed with its record, and its name can then be served', async () => {
    await add({ name: 'shop', target })
    await call('DELETE', `/api/domains/${id}/subdomains/${(await rowOf('shop'))?.id}`)
    expect([await rowOf('shop'), await recordsAt('shop')]).toEqual([undefined, []])
    await add({ name: 'mail', target })
    await call('DELETE', `/api/domains/${id}/dns/${(await recordsAt('mail'))[0]?.id}`)
    expect(await rowOf('mail')).toMatchObject({ target, status: 'inactive' })
    await add({ name: 'mail', target: '127.0.0.1' })
    expect(await rowOf('mail')).toMatchObject({ target: '127.0.0.1', redirect: null, status: 'active' })
  })

  test('is inactive while the zone points its name to another server, and is restored afterwards', async () => {
    await add({ name: 'shop', target })
    const [record] = await recordsAt('shop')
    const lead = (value: string) =>
      call('PUT', `/api/domains/${id}/dns/${record?.id}`, { type: 'A', name: 'shop', value, ttl: 60 })
    await lead('192.0.2.9')
    expect(await rowOf('shop')).toMatchObject({ target, status: 'inactive' })
    await lead('127.0.0.1')
    expect(await rowOf('shop')).toMatchObject({ target, redirect: 302, status: 'active' })
  })

  test.each([
    ['ftp://outside.example/', 'Enter a full address'],
    ['https://', 'Enter a full address'],
    ['https://x..com/', 'no part between its dots may be empty'],
    ['https://outside.example/a b', 'Enter a full address'],
    ['https://me:secret@outside.example/', 'Leave the user name and password out'],
    ['https://outside.example/\r\nset-cookie: a=b', ''],
    ['javascript:alert(1)', ''],
  ])('rejects the target %j', async (wrong, sentence) => {
    const { status, body } = await add({ name: 'shop', target: wrong })
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(sentence)])
    expect(await rowOf('shop')).toBeUndefined()
  })

  test('rejects a URL that is too long, as written or once encoded', async () => {
    for (const long of ['a'.repeat(1_990), 'ä'.repeat(600)]) {
      const { status, body } = await add({ name: 'shop', target: `https://outside.example/${long}` })
      expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('2000 characters')])
    }
  })

  test('accepts a status only with a URL, and only 302 and 308', async () => {
    expect((await add({ name: 'shop', target, redirect: 301 })).status).toBe(422)
    expect((await add({ name: 'shop', target: '127.0.0.1', redirect: 302 })).status).toBe(422)
    expect((await add({ name: 'shop', target: '127.0.0.1', redirect: null })).status).toBe(201)
  })

  test('rejects a loop, be it over other subdomains, other domains, or a wildcard', async () => {
    const other = await register()
    expect((await add({ name: 'a', target: `https://A.${name}./x` })).status).toBe(422)
    await add({ name: 'a', target: `http://b.${other.name}/` })
    const back = await add({ name: '*', target: `https://a.${name}/` }, other.id)
    expect([back.status, JSON.stringify(back.body)]).toEqual([422, expect.stringContaining('in a loop')])
    expect((await add({ name: '*', target: `https://c.${name}/` })).status).toBe(422)
    expect((await add({ name: '*', target: `https://www.${name}/` })).status).toBe(201)
  })

  test('is not restored by an undo that would create a loop', async () => {
    const other = await register()
    await add({ name: 'a', target: `https://b.${other.name}/` })
    await call('DELETE', `/api/domains/${id}/subdomains/${(await rowOf('a'))?.id}`)
    await add({ name: 'b', target: `https://a.${name}/` }, other.id)
    const { body } = await call('GET', `/api/domains/${id}/history`)
    const [deletion] = body as { id: string }[]
    const undone = await call('POST', `/api/domains/${id}/history/${deletion?.id}/undo`, {})
    expect([undone.status, JSON.stringify(undone.body)]).toEqual([422, expect.stringContaining('in a loop')])
    expect([await rowOf('a'), await recordsAt('a')]).toEqual([undefined, []])
  })

  test('is restored by an undo with its target', async () => {
    await add({ name: 'a', target, redirect: 308 })
    await call('DELETE', `/api/domains/${id}/subdomains/${(await rowOf('a'))?.id}`)
    const { body } = await call('GET', `/api/domains/${id}/history`)
    const [deletion] = body as { id: string }[]
    await call('POST', `/api/domains/${id}/history/${deletion?.id}/undo`, {})
    expect(await rowOf('a')).toMatchObject({ target, redirect: 308, status: 'active' })
  })

  test('cannot be the www of a domain, nor the domain of a service', async () => {
    const www = await rowOf('www')
    await call('DELETE', `/api/domains/${id}/subdomains/${www?.id}`)
    expect((await add({ name: 'www', target })).status).toBe(422)
    const { userServices: s } = app.store.t
    const own = { domain: domainName(`shop.${name}`) }
    await app.store.tx((tx) => tx.update(s).set(own).where(eq(s.id, serviceId)))
    expect((await add({ name: 'shop', target })).status).toBe(409)
  })

  test('needs a service that answers', async () => {
    const { domains } = app.store.t
    await app.store.tx((tx) => tx.update(domains).set({ serviceId: null }).where(eq(domains.id, id)))
    const { status, body } = await add({ name: 'shop', target })
    expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining('belongs to no service')])
  })
})
