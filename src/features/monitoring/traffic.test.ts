import { afterEach, beforeEach, expect, test } from 'bun:test'
import { activateService, createTestApp, type TestApp } from '#test/support/app.ts'
import { noCounts } from './contract/counts.ts'
import { openTraffic, type Traffic } from './traffic.ts'

let app: TestApp
let service: { userId: string; serviceId: string }
let clock: Date
const opened: Traffic[] = []

const open = async () => {
  const traffic = await openTraffic({ store: app.store, now: () => clock, log: app.deps.log })
  opened.push(traffic)
  return traffic
}

beforeEach(async () => {
  app = await createTestApp()
  const person = await app.addCustomer()
  const { serviceId } = await activateService(app, person.cookie)
  service = { userId: person.id, serviceId }
  clock = new Date('2026-11-21T18:29:59.000Z') // one second before midnight in Kolkata
})
afterEach(async () => {
  for (const traffic of opened.splice(0)) await traffic.close()
  await app.close()
})

const rows = () => app.store.read.select().from(app.store.t.serviceTraffic)

test('adds traffic up immediately, and restores it after a restart once flushed', async () => {
  const traffic = await open()
  expect(traffic.of(service.serviceId)).toMatchObject({ bytesIn: 0, bytesOut: 0 })
  traffic.add(service, { bytesOut: 100 })
  traffic.add(service, { bytesIn: 7, bytesOut: 1 })
  expect(traffic.of(service.serviceId)).toMatchObject({ bytesIn: 7, bytesOut: 101 })
  await traffic.flush()
  await traffic.flush()
  traffic.add(service, { bytesIn: 1 })
  await traffic.close()
  expect((await open()).of(service.serviceId)).toMatchObject({ bytesIn: 8, bytesOut: 101 })
})

test('ends a day at midnight in Kolkata, and writes unflushed traffic to the day on which it was counted', async () => {
  const traffic = await open()
  traffic.add(service, { bytesOut: 5 })
  clock = new Date('2026-11-21T18:30:00.000Z')
  expect(traffic.of(service.serviceId)).toMatchObject({ bytesIn: 0, bytesOut: 0 })
  traffic.add(service, { bytesOut: 3 })
  await traffic.flush()
  expect(traffic.of(service.serviceId)).toMatchObject({ bytesIn: 0, bytesOut: 3 })
  const stored = (await rows()).map(({ day, bytesOut }) => ({ day, bytesOut }))
  expect(stored.sort((a, b) => a.day.localeCompare(b.day))).toEqual([
    { day: '2026-11-21', bytesOut: 5 },
    { day: '2026-11-22', bytesOut: 3 },
  ])
})

test('two nodes on one store add to the same count', async () => {
  const [one, two] = [await open(), await open()]
  one.add(service, { bytesOut: 10 })
  two.add(service, { bytesOut: 4 })
  await one.flush()
  await two.flush()
  expect(two.of(service.serviceId)).toMatchObject({ bytesIn: 0, bytesOut: 14 })
})

test('writes traffic that the store refused once, at the next flush', async () => {
  const traffic = await open()
  const { tx } = app.store
  app.store.tx = () => Promise.reject(new Error('the disk is full'))
  traffic.add(service, { bytesOut: 9 })
  await traffic.flush()
  app.store.tx = tx
  traffic.add(service, { bytesOut: 1 })
  await traffic.flush()
  expect((await rows()).map(({ bytesOut }) => bytesOut)).toEqual([10])
  expect(traffic.of(service.serviceId).bytesOut).toBe(10)
})

test('adds answers up beside bytes, also for a day whose row an earlier version created', async () => {
  const day = '2026-11-21'
  await app.store.tx((tx) => tx.insert(tx.t.serviceTraffic).values({ ...service, day, bytesOut: 50 }))
  const traffic = await open()
  expect(traffic.of(service.serviceId)).toEqual({ ...noCounts, bytesOut: 50 })
  traffic.add(service, { requests: 3, clientErrors: 1, pageViews: 2 })
  await traffic.flush()
  traffic.add(service, { requests: 1, serverErrors: 1 })
  await traffic.flush()
  const sums = { bytesIn: 0, bytesOut: 50, requests: 4, clientErrors: 1, serverErrors: 1, pageViews: 2 }
  expect(traffic.of(service.serviceId)).toEqual(sums)
  expect(await rows()).toEqual([{ ...service, day, ...sums }])
})

test('removes days older than 90 days', async () => {
  const old = { ...service, day: '2026-08-01', bytesIn: 1, bytesOut: 1 }
  await app.store.tx((tx) => tx.insert(tx.t.serviceTraffic).values(old))
  const traffic = await open()
  traffic.add(service, { bytesOut: 1 })
  await traffic.flush()
  expect((await rows()).map(({ day }) => day)).toEqual(['2026-11-21'])
})
