import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { activateService, createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'
import type { Website } from './contract/contract.ts'

let app: TestApp
let origin: string | null = 'http://127.0.0.1:3080'

beforeEach(async () => {
  origin = 'http://127.0.0.1:3080'
  app = await createTestApp({ sitesOrigin: () => origin })
})
afterEach(() => app.close())

const list = async (cookie: string) => {
  const reply = await app.request('/api/websites', { cookie })
  expect(reply.status).toBe(200)
  return reply.body as Website[]
}
const setStatus = (id: string, status: 'stopped' | 'restarting' | 'suspended') => {
  const { userServices } = app.store.t
  return app.store.tx((tx) => tx.update(userServices).set({ status }).where(eq(userServices.id, id)))
}

test('lists each active service of the caller with its address, quota and last backup', async () => {
  const person = await app.addCustomer()
  const { serviceId } = await activateService(app, person.cookie, { domain: 'shop.example.com' })
  await placeOrder(app, person.cookie, { domain: 'pending.example.com' })
  const other = await app.addCustomer()
  await activateService(app, other.cookie)
  const [row, ...more] = await list(person.cookie)
  expect(more).toEqual([])
  expect(row).toEqual({
    id: serviceId,
    name: null,
    domain: 'shop.example.com',
    url: `http://127.0.0.1:3080/sites/${serviceId}/`,
    previewUrl: 'http://127.0.0.1:3080/sites/shop-example-com/',
    status: 'active',
    ssl: false,
    diskBytes: expect.any(Number),
    diskQuotaBytes: expect.any(Number),
    lastBackupAt: null,
  })
  const common = { userId: person.id, serviceId, fileName: 'a.zip', fileSize: 1 }
  const at = app.deps.now()
  await app.store.tx(async (tx) => {
    await tx.insert(tx.t.backups).values([
      { ...common, status: 'completed', createdAt: new Date(at.getTime() - 2_000) },
      { ...common, status: 'completed', createdAt: new Date(at.getTime() - 1_000) },
      { ...common, status: 'failed', createdAt: at },
    ])
    const { domains } = tx.t
    await tx.update(domains).set({ ssl: true }).where(eq(domains.userId, person.id))
  })
  const [after] = await list(person.cookie)
  expect(after).toMatchObject({ ssl: true, lastBackupAt: new Date(at.getTime() - 1_000).toISOString() })
})

test('the address is null while the service is not active or the gateway is off, in both the list and the service', async () => {
  const person = await app.addCustomer()
  const { serviceId } = await activateService(app, person.cookie)
  const read = async () => {
    const reply = await app.request(`/api/user-services/${serviceId}`, { cookie: person.cookie })
    return (reply.body as { url: string | null }).url
  }
  expect(await read()).toBe(`http://127.0.0.1:3080/sites/${serviceId}/`)
  origin = null
  expect(await read()).toBeNull()
  expect((await list(person.cookie))[0]?.url).toBeNull()
  origin = 'http://127.0.0.1:3080'
  await setStatus(serviceId, 'restarting')
  expect(await read()).toBeNull()
  expect(await list(person.cookie)).toMatchObject([{ status: 'restarting', url: null }])
  await setStatus(serviceId, 'suspended')
  expect(await list(person.cookie)).toEqual([])
})

test('a visitor gets 401', async () => {
  expect((await app.request('/api/websites')).status).toBe(401)
})
