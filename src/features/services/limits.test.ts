import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { offDriver } from '#features/hosting/drivers/off.ts'
import { createServers } from '#features/hosting/supervisor/servers.ts'
import { gib, mib } from '#shared/bytes.ts'
import { activateService, createTestApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
let owner: { cookie: string }
let serviceId: string
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.addCustomer()
  serviceId = (await activateService(app, owner.cookie)).serviceId
})
afterAll(() => app.close())

const read = (id: string, cookie?: string) =>
  app.request(`/api/trpc/servers.limits?input=${encodeURIComponent(JSON.stringify({ id }))}`, {
    ...(cookie ? { cookie } : {}),
  })

test('a service has the limits of its plan', async () => {
  const { status, body } = await read(serviceId, owner.cookie)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    result: { data: { memoryBytes: 128 * mib, cpuPercent: 25, diskBytes: 10 * gib, keptBy: 'watchdog' } },
  })
})

test('the disk usage of files is counted whether or not the server runs', async () => {
  const { userServices } = app.store.t
  const set = (values: object) =>
    app.store.tx((tx) => tx.update(userServices).set(values).where(eq(userServices.id, serviceId)))
  await set({ diskBytes: 43 * 1_024, status: 'stopped' })
  const { body } = await read(serviceId, owner.cookie)
  expect(body).toMatchObject({ result: { data: { usedDiskBytes: 43 * 1_024 } } })
  await set({ diskBytes: 0, status: 'active' })
})

test('without web servers nothing enforces the limits', async () => {
  const off = await createTestApp({ store: app.store, servers: createServers(offDriver) })
  const path = `/api/trpc/servers.limits?input=${encodeURIComponent(JSON.stringify({ id: serviceId }))}`
  const { body } = await off.request(path, { cookie: owner.cookie })
  expect(body).toMatchObject({ result: { data: { keptBy: null } } })
  await off.close()
})

test('reading the limits is 401 without a session, and 404 for another customer’s or a missing service', async () => {
  const foreign = await app.addCustomer()
  const answers = await Promise.all([
    read(serviceId),
    read(serviceId, foreign.cookie),
    read(Bun.randomUUIDv7(), owner.cookie),
  ])
  expect(answers.map(({ status }) => status)).toEqual([401, 404, 404])
})
