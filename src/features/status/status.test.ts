import { afterEach, beforeEach, expect, test } from 'bun:test'
import { StoreUnavailable } from '#db/errors.ts'
import type { Store } from '#db/types.ts'
import { after, day, hour, minute } from '#shared/time.ts'
import { activateService, createTestApp, placeOrder, type TestApp } from '#test/support/app.ts'
import type { Status } from './contract.ts'
import { measureFigures } from './figures.ts'
import { recordHeartbeat } from './heartbeat.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const readStatus = async () => (await app.request('/api/status')).body as Status
const beat = () => recordHeartbeat(app.deps)

/** Approves a new order of a customer after it waited that long. */
async function approveAfter(waitMs: number, name: string) {
  const { cookie } = await app.addCustomer()
  const order = await placeOrder(app, cookie, { domain: `${name}.example.com` })
  const administrator = await app.addAdministrator()
  app.advance(waitMs)
  const reply = await app.request(`/api/admin/orders/${order.id}/approve`, {
    cookie: administrator.cookie,
    json: {},
  })
  expect(reply.status).toBe(200)
}

async function addBackup(service: { serviceId: string; userId: string }, verifiedAt: Date | null) {
  const id = Bun.randomUUIDv7()
  const row = { id, ...service, fileName: `${id}.zip`, status: 'completed' as const, verifiedAt }
  await app.store.tx((tx) => tx.insert(tx.t.backups).values({ ...row, createdAt: app.deps.now() }))
}

async function addService() {
  const { id: userId, cookie } = await app.addCustomer()
  const { serviceId } = await activateService(app, cookie)
  return { userId, serviceId }
}

test('shows no figures on a new portal', async () => {
  expect(await app.request('/api/status')).toMatchObject({
    status: 200,
    body: { portal: null, sites: null, approvals: null, restoreTests: null, incidents: [] },
  })
})

test('counts a minute once for repeated heartbeats', async () => {
  for (let i = 0; i < 3; i += 1) {
    await beat()
    app.advance(20_000)
  }
  app.advance(9 * minute)
  await beat()
  const [row, ...others] = await app.store.read.select().from(app.store.t.statusDays)
  expect(others).toEqual([])
  expect(row).toMatchObject({ day: '2026-11-20', minutes: 2 })
})

test('uptime is the share of minutes with a heartbeat', async () => {
  for (let i = 0; i < 3; i += 1) {
    await beat()
    app.advance(minute)
  }
  app.advance(minute)
  expect((await readStatus()).portal).toMatchObject({ uptimePercent: 75, daysWithData: 1 })
})

test('uptime of sites covers the measured days of the last 90', async () => {
  const days = [
    { day: '2026-08-21', samples: 100, upSamples: 0 },
    { day: '2026-11-18', samples: 100, upSamples: 99 },
    { day: '2026-11-20', samples: 300, upSamples: 300 },
  ]
  await app.store.tx((tx) => tx.insert(tx.t.siteDays).values(days))
  const { portal, sites } = await readStatus()
  expect(portal).toBeNull()
  expect(sites).toMatchObject({ uptimePercent: 99.75, daysWithData: 2 })
  expect(sites?.days.slice(-3).map(({ uptimePercent }) => uptimePercent)).toEqual([99, null, 100])
})

test('deletes heartbeats once they are too old to show', async () => {
  await beat()
  app.advance(101 * day)
  await beat()
  expect(await app.store.read.select().from(app.store.t.statusDays)).toHaveLength(1)
})

test('time to approval is the median of at least five orders of the last 90 days', async () => {
  await approveAfter(30 * day, 'old')
  app.advance(90 * day)
  const waits = [1, 2, 3, 40]
  for (const [at, wait] of waits.entries()) await approveAfter(wait * hour, `shop-${at}`)
  await measureFigures(app.deps)
  expect((await readStatus()).approvals).toBeNull()
  await approveAfter(4 * hour, 'shop-last')
  await measureFigures(app.deps)
  const measuredAt = app.deps.now().toISOString()
  expect((await readStatus()).approvals).toEqual({ medianSeconds: 3 * 3_600, orders: 5, measuredAt })
  await approveAfter(5 * hour, 'shop-even')
  await measureFigures(app.deps)
  expect((await readStatus()).approvals).toMatchObject({ medianSeconds: 3.5 * 3_600, orders: 6 })
})

test('a service counts as tested when one of its backups was restored in the last 30 days', async () => {
  const [tested, stale, without] = [await addService(), await addService(), await addService()]
  const now = app.deps.now()
  await addBackup(tested, after(now, -29 * day))
  await addBackup(tested, null)
  await addBackup(stale, after(now, -31 * day))
  await measureFigures(app.deps)
  expect((await readStatus()).restoreTests).toEqual({
    tested: 1,
    services: 2,
    measuredAt: now.toISOString(),
  })
  const { cookie } = await app.addAdministrator()
  for (const { serviceId } of [tested, without])
    await app.request(`/api/admin/services/${serviceId}/terminate`, { cookie, json: {} })
  await measureFigures(app.deps)
  expect((await readStatus()).restoreTests).toMatchObject({ tested: 0, services: 1 })
})

test('figures that cannot be measured stay unchanged, with the time of their measurement', async () => {
  await addBackup(await addService(), null)
  await measureFigures(app.deps)
  const before = (await readStatus()).restoreTests
  app.advance(hour)
  const readLong = () => Promise.reject(new StoreUnavailable('slow'))
  const store = { ...app.store, readLong } as Store
  await expect(measureFigures({ ...app.deps, store })).rejects.toThrow(StoreUnavailable)
  expect(before).toMatchObject({ tested: 0, services: 1 })
  expect((await readStatus()).restoreTests).toEqual(before)
})

test('measures automatically', async () => {
  await app.work()
  expect((await readStatus()).portal).toMatchObject({ uptimePercent: 100, daysWithData: 1 })
  expect(await app.store.read.select().from(app.store.t.statusFigures)).toHaveLength(2)
})
