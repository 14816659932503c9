import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { minute, second } from '#shared/time.ts'
import { createMeasuredApp, usage } from '#test/support/measured.ts'
import type { MetricRange } from '../contract/contract.ts'
import { rollUpMetrics } from './rollups.ts'

let measured: Awaited<ReturnType<typeof createMeasuredApp>>
beforeAll(async () => {
  measured = await createMeasuredApp()
})
afterAll(() => measured.app.close())

const get = (id: string, range: MetricRange, headers: Record<string, string> = {}) =>
  measured.app.request(`/api/server-metrics/${id}?range=${range}`, {
    cookie: measured.customer.cookie,
    headers,
  })
const tagOf = async (id: string, range: MetricRange) => (await get(id, range)).headers.get('etag') ?? ''
const ask = async (id: string, range: MetricRange, tag: string) =>
  (await get(id, range, { 'if-none-match': tag })).status

const setStatus = (id: string, status: 'suspended' | 'terminated') => {
  const { userServices } = measured.app.store.t
  const own = eq(userServices.id, id)
  return measured.app.store.tx((tx) => tx.update(userServices).set({ status }).where(own))
}

/** A service that was measured for a while, but no longer. */
async function addMeasured(): Promise<string> {
  const { addService, alignClock, found, sample } = measured
  alignClock()
  const id = await addService()
  found.set(id, usage(20, 128))
  await sample(3)
  await setStatus(id, 'suspended')
  alignClock()
  return id
}

const ranges = [
  ['1h', 10 * second],
  ['24h', 5 * minute],
  ['7d', 30 * minute],
] as const

describe.each(ranges)('the ETag of the range %s', (range, stepMs) => {
  test('stays the same until the next step begins', async () => {
    const { app } = measured
    const id = await addMeasured()
    await rollUpMetrics(app.store, app.deps.now())
    const first = await get(id, range)
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^".+"$/)
    expect(await ask(id, range, tag)).toBe(304)
    app.advance(stepMs - 1)
    expect(await ask(id, range, tag)).toBe(304)
    expect((await get(id, range)).body).toEqual(first.body)
    app.advance(1)
    expect(await ask(id, range, tag)).toBe(200)
  })

  test('changes with a measurement, and differs between ranges and services', async () => {
    const { addService, alignClock, found, sample } = measured
    alignClock()
    const [id, other] = [await addService(), await addService()]
    const empty = await tagOf(id, range)
    found.set(id, usage(20, 128))
    await sample(1)
    expect(await ask(id, range, empty)).toBe(200)
    const tag = await tagOf(id, range)
    expect(await ask(id, range, tag)).toBe(304)
    for (const [another] of ranges) expect(await ask(id, another, tag)).toBe(another === range ? 304 : 200)
    expect(await ask(other, range, tag)).toBe(200)
    await sample(1)
    expect(await ask(id, range, tag)).toBe(200)
  })

  test('goes only to the owner of a service that is not terminated', async () => {
    const { app } = measured
    const id = await addMeasured()
    const tag = await tagOf(id, range)
    const { cookie } = await app.addCustomer()
    const headers = { 'if-none-match': '*' }
    const path = `/api/server-metrics/${id}?range=${range}`
    expect((await app.request(path, { cookie, headers })).status).toBe(404)
    expect((await app.request(path, { headers })).status).toBe(401)
    await setStatus(id, 'terminated')
    expect(await ask(id, range, tag)).toBe(404)
  })
})

test.each(['24h', '7d'] as const)('a late rollup of %s changes the ETag', async (range) => {
  const { app, addService, found, sample, alignClock } = measured
  alignClock()
  const id = await addService()
  found.set(id, usage(20, 128))
  await sample(1)
  await setStatus(id, 'suspended')
  const measuredPoints = async () => {
    const { points } = (await get(id, range)).body as { points: { cpuUsage: number | null }[] }
    return points.filter(({ cpuUsage }) => cpuUsage !== null).length
  }
  const early = await tagOf(id, range)
  expect(await measuredPoints()).toBe(1)
  app.advance(25 * minute)
  expect(await ask(id, range, early)).toBe(200)
  expect(await measuredPoints()).toBe(0)
  const late = await tagOf(id, range)
  await rollUpMetrics(app.store, app.deps.now())
  expect(await ask(id, range, late)).toBe(200)
  expect(await measuredPoints()).toBe(1)
  const added = await tagOf(id, range)
  await rollUpMetrics(app.store, app.deps.now())
  expect(await ask(id, range, added)).toBe(304)
})

test('validates the input before comparing If-None-Match', async () => {
  const id = await measured.addService()
  const { app, customer } = measured
  const headers = { 'if-none-match': '*' }
  const path = `/api/server-metrics/${id}?range=1y`
  expect((await app.request(path, { cookie: customer.cookie, headers })).status).toBe(422)
})

test('a 304 runs only the one prepared query', async () => {
  const id = await addMeasured()
  const tag = await tagOf(id, '24h')
  const select = spyOn(measured.app.store.read, 'select')
  expect(await ask(id, '24h', tag)).toBe(304)
  expect(select).not.toHaveBeenCalled()
  expect(await ask(id, '24h', '"another"')).toBe(200)
  expect(select).toHaveBeenCalled()
  select.mockRestore()
})
