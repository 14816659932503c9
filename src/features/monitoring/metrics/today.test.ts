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

/** A rollup of this many half hours ago, with the day's bytes up to then and the up samples out of 60. */
const measure = (halfHoursAgo: number, networkOut: number, { upSamples = 60, pageViews }: Measured = {}) => {
  const slot = Math.floor(slotOf(app.deps.now()) / 6) * 6 - 6 * halfHoursAgo
  const row = { userId: owner.id, serviceId, slot, ...sums, upSamples, networkOut, pageViews }
  return app.store.tx((tx) => tx.insert(tx.t.serverMetricRollups).values(row))
}

test('returns a day by the half hour, with gaps where nothing was measured', async () => {
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

test('returns page views by the half hour from the first count on', async () => {
  await measure(3, 1_000)
  await measure(2, 1_500, { pageViews: 40 })
  await measure(1, 1_500, { pageViews: 52 })
  await measure(0, 1_600, { pageViews: 52, upSamples: 0 })
  const [today] = await read([serviceId])
  expect(today?.pageViews).toEqual([...Array(46).fill(null), 12, 0])
})

test('returns all of the caller’s services without ids, and no others', async () => {
  await measure(0, 1_600)
  const stranger = await app.addCustomer()
  const answer = async (cookie: string) => ((await ask(undefined, cookie)).body as Answer).result.data
  expect(await answer(owner.cookie)).toEqual(await read([serviceId]))
  expect(await answer(stranger.cookie)).toEqual([])
})

test('returns nothing without ids when the caller has more services than fit on a page', async () => {
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

test('returns a day without figures for a service that was never measured', async () => {
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

test('returns nothing for another user’s service, as for a missing one', async () => {
  const stranger = await app.addCustomer()
  const answer = async (id: string) => (await ask([id], stranger.cookie)).body
  expect(await answer(serviceId)).toEqual(await answer(Bun.randomUUIDv7()))
})

test('refuses the day without a session, and for more services than fit on a page', async () => {
  expect((await ask([serviceId], '')).status).toBe(401)
  expect((await ask(Array.from({ length: 26 }, () => serviceId))).status).toBe(422)
})
