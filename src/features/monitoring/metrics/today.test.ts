import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { activateService, createTestApp, type TestApp } from '#test/support/app.ts'
import type { Today } from '../contract/today.ts'
import { slotOf } from './slots.ts'

let app: TestApp
let owner: Awaited<ReturnType<TestApp['addCustomer']>>
let serviceId: string
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.advance(2 * 3_600_000)
  owner = await app.addCustomer()
  ;({ serviceId } = await activateService(app, owner.cookie))
})
afterAll(() => app.close())

const ask = (ids: unknown, cookie: string | undefined = owner.cookie) =>
  app.request(`/api/trpc/servers.today?input=${encodeURIComponent(JSON.stringify({ ids }))}`, { cookie })
type Answer = { result: { data: Today[] } }
const read = async (ids: string[]) => ((await ask(ids)).body as Answer).result.data

const sums = { samples: 60, cpuUsageSum: 0, memoryUsageSum: 0, diskUsageSum: 0, networkIn: 0 }

type Measured = { upSamples?: number; pageViews?: number }

/** What was rolled up so many half hours ago: all bytes of the day until then, and how many samples of 60 were up. */
const measure = (halfHoursAgo: number, networkOut: number, { upSamples = 60, pageViews }: Measured = {}) => {
  const slot = Math.floor(slotOf(app.deps.now()) / 6) * 6 - 6 * halfHoursAgo
  const row = { userId: owner.id, serviceId, slot, ...sums, upSamples, networkOut, pageViews }
  return app.store.tx((tx) => tx.insert(tx.t.serverMetricRollups).values(row))
}

test('a day is told by the half hour, and what nobody measured is not told as nothing', async () => {
  await measure(3, 1_000)
  await measure(2, 1_500)
  await measure(0, 1_600, { upSamples: 30 })
  const [today, ...others] = await read([serviceId])
  expect(others).toEqual([])
  expect(today).toMatchObject({ id: serviceId, uptimePercent: 83.33 })
  expect(today?.bytesOut).toHaveLength(48)
  expect(today?.bytesOut.slice(-3)).toEqual([500, null, 100])
  expect(today?.strip).toHaveLength(24)
  expect(today?.strip.slice(0, 20)).toEqual(Array(20).fill('unknown'))
  expect(today?.strip.at(-1)).toBe('partial')
})

test('page views are told by the half hour from the first that was counted', async () => {
  await measure(3, 1_000)
  await measure(2, 1_500, { pageViews: 40 })
  await measure(1, 1_500, { pageViews: 52 })
  await measure(0, 1_600, { pageViews: 52, upSamples: 0 })
  const [today] = await read([serviceId])
  expect(today?.pageViews).toEqual([...Array(46).fill(null), 12, 0])
})

test('without names a day is told of all of one’s services, and of no others', async () => {
  await measure(0, 1_600)
  const stranger = await app.addCustomer()
  const answer = async (cookie: string) => ((await ask(undefined, cookie)).body as Answer).result.data
  expect(await answer(owner.cookie)).toEqual(await read([serviceId]))
  expect(await answer(stranger.cookie)).toEqual([])
})

test('without names a day is told of nothing to who has more services than a page shows', async () => {
  const { userServices } = app.store.t
  const [row] = await app.store.read.select().from(userServices).where(eq(userServices.id, serviceId))
  if (!row) throw new Error('there is no such service')
  const copies = (count: number) =>
    Array.from({ length: count }, () => ({ ...row, id: Bun.randomUUIDv7(), orderId: null, domain: null }))
  const answer = async () => ((await ask(undefined)).body as Answer).result.data
  await app.store.tx((tx) => tx.insert(userServices).values(copies(24)))
  expect(await answer()).toHaveLength(25)
  await app.store.tx((tx) => tx.insert(userServices).values(copies(1)))
  expect(await answer()).toEqual([])
})

test('a service that was never measured has a day without figures', async () => {
  expect(await read([serviceId])).toEqual([
    expect.objectContaining({
      id: serviceId,
      uptimePercent: null,
      bytesOut: Array(48).fill(null),
      pageViews: Array(48).fill(null),
    }),
  ])
  expect(await read([])).toEqual([])
})

test('somebody else’s service is told as little of as one that nobody has', async () => {
  const stranger = await app.addCustomer()
  const answer = async (id: string) => (await ask([id], stranger.cookie)).body
  expect(await answer(serviceId)).toEqual(await answer(Bun.randomUUIDv7()))
})

test('the day is refused without a session, and for more services than a page shows', async () => {
  expect((await ask([serviceId], '')).status).toBe(401)
  expect((await ask(Array.from({ length: 26 }, () => serviceId))).status).toBe(422)
})
