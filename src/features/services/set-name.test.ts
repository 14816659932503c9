import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { activateService, createTestApp, type TestApp } from '#test/support/app.ts'
import type { Service, Website } from './contract/contract.ts'
import { longestSiteName } from './contract/name.ts'

let app: TestApp
let owner: { id: string; cookie: string }
let id: string
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.addCustomer()
  id = (await activateService(app, owner.cookie)).serviceId
})
afterAll(() => app.close())

const put = (name: unknown, cookie = owner.cookie, service = id) =>
  app.request(`/api/user-services/${service}/name`, { method: 'PUT', cookie, json: { name } })
const read = async (path: string) => (await app.request(path, { cookie: owner.cookie })).body
const entries = () => {
  const { targetId, note, details, action } = app.store.t.auditLog
  return app.store.read
    .select({ action, note, details })
    .from(app.store.t.auditLog)
    .where(eq(targetId, id))
    .then((rows) => rows.filter((row) => row.action === 'service.name'))
}

describe('a service’s name', () => {
  test('is set, shown in every list, and removed', async () => {
    expect(await put('  Bücher und mehr ')).toMatchObject({
      status: 200,
      body: { id, name: 'Bücher und mehr' },
    })
    expect((await read(`/api/user-services/${id}`)) as Service).toMatchObject({ name: 'Bücher und mehr' })
    expect((await read('/api/user-services')) as Service[]).toMatchObject([{ name: 'Bücher und mehr' }])
    expect((await read('/api/websites')) as Website[]).toMatchObject([{ name: 'Bücher und mehr' }])
    expect(await put('Bücher und mehr')).toMatchObject({ status: 200 })
    expect(await put('')).toMatchObject({ status: 200, body: { name: null } })
    expect(await entries()).toEqual([
      {
        action: 'service.name',
        note: 'Bücher und mehr',
        details: { before: null, after: 'Bücher und mehr' },
      },
      { action: 'service.name', note: 'none', details: { before: 'Bücher und mehr', after: null } },
    ])
  })

  test.each([['a\nb'], ['x'.repeat(longestSiteName + 1)], [7], [undefined]])(
    'is refused as %p, and does not change',
    async (name) => {
      const before = await read(`/api/user-services/${id}`)
      expect((await put(name)).status).toBe(422)
      expect(await read(`/api/user-services/${id}`)).toEqual(before)
    },
  )

  test('can be set only by its owner', async () => {
    const other = await app.addCustomer()
    expect((await put('Mine', other.cookie)).status).toBe(404)
    expect((await put('Mine', '')).status).toBe(401)
    expect((await put('Mine', owner.cookie, 'no-uuid')).status).toBe(404)
    expect((await read(`/api/user-services/${id}`)) as Service).toMatchObject({ name: null })
  })
})
