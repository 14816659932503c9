import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { day, hour, minute } from '#shared/time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { createCloud } from '#test/support/cloud.ts'
import type { CloudMetric } from './entities/metrics/contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const perDay = 96
const timeOf = ({ timestamp }: CloudMetric): number => new Date(timestamp).getTime()
const keyOf = ({ resourceId, metricName, timestamp }: CloudMetric) =>
  [resourceId, metricName, timestamp].join()

async function createSample() {
  const cloud = await createCloud(app)
  await cloud.seed()
  const { instances } = await cloud.read()
  const idOf = (name: string) => instances.find((instance) => instance.name === name)?.id ?? ''
  const page = async (query: string) => {
    const reply = await cloud.call('GET', `/api/cloud/metrics?${query}`)
    expect(reply.status).toBe(200)
    return { rows: reply.body as CloudMetric[], next: reply.headers.get('x-next-cursor') }
  }
  const of = async (id: string) => (await page(`resourceId=${id}`)).rows
  const cpuOf = async (id: string) =>
    (await of(id)).filter(({ metricName }) => metricName === 'cpuUtilization')
  const { cloudMetrics } = app.store.t
  const countStored = () => app.store.read.$count(cloudMetrics, eq(cloudMetrics.userId, cloud.id))
  return { ...cloud, page, of, cpuOf, countStored, running: idOf('web-1'), stopped: idOf('worker-1') }
}

/** Every value is from the last 24 hours, the newest from the last 15 minutes. */
function expectLastDay(rows: CloudMetric[]): void {
  const now = app.deps.now().getTime()
  const ages = rows.map((row) => now - timeOf(row))
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
  expect(Math.min(...ages)).toBeLessThan(15 * minute)
  expect(Math.max(...ages)).toBeLessThan(day)
  expect(rows.filter(({ simulated, sample }) => !(simulated && sample))).toEqual([])
}

describe('simulated metrics follow the clock', () => {
  test('and a chart opened a week later shows the last 24 hours, without a write or a new revision', async () => {
    const cloud = await createSample()
    const [before, { etag }] = [await cloud.countStored(), await cloud.poll('')]
    for (const ms of [10 * minute, hour, 7 * day]) {
      app.advance(ms)
      const rows = await cloud.cpuOf(cloud.running)
      expect(rows.length).toBe(perDay)
      expectLastDay(rows)
    }
    expect(await cloud.countStored()).toBe(before)
    expect((await cloud.poll(etag)).status).toBe(304)
  })

  test('and a moment has one value, whenever it is requested', async () => {
    const cloud = await createSample()
    const earlier = new Map((await cloud.of(cloud.running)).map((row) => [keyOf(row), row]))
    app.advance(11 * hour)
    const again = (await cloud.of(cloud.running)).filter((row) => earlier.has(keyOf(row)))
    expect(again.length).toBeGreaterThan(4 * 50)
    for (const row of again) expect(row).toEqual(earlier.get(keyOf(row)) as CloudMetric)
  })

  test('and a clock that is set back shows the day before it, and no values from the future', async () => {
    const cloud = await createSample()
    app.advance(-3 * day)
    const rows = await cloud.cpuOf(cloud.running)
    expect(rows.length).toBe(perDay)
    expectLastDay(rows)
    app.advance(3 * day)
    expectLastDay(await cloud.cpuOf(cloud.running))
  })

  test('and pages together return the list, each value once', async () => {
    const cloud = await createSample()
    app.advance(2 * day)
    await cloud.act('stop', cloud.running)
    app.advance(hour)
    const whole = (await cloud.page('limit=900')).rows
    const seen: CloudMetric[] = []
    for (let cursor: string | null = ''; cursor !== null && seen.length < 900; ) {
      const { rows, next } = await cloud.page(`limit=150&cursor=${cursor}`)
      seen.push(...rows)
      cursor = next
    }
    expect(seen.slice(0, whole.length)).toEqual(whole)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    expect(new Set(seen.map(keyOf)).size).toBe(seen.length)
    expect((await cloud.call('GET', '/api/cloud/metrics?cursor=nonsense')).status).toBe(422)
  })
})

describe('the metrics of an instance', () => {
  test('start with its first run', async () => {
    const cloud = await createSample()
    expect(await cloud.of(cloud.stopped)).toEqual([])
    await cloud.act('start', cloud.stopped)
    const startedAt = app.deps.now().getTime()
    app.advance(2 * hour)
    const rows = await cloud.cpuOf(cloud.stopped)
    expect(rows.length).toBe(8)
    expect(rows.filter((row) => timeOf(row) < startedAt)).toEqual([])
  })

  test('stay for a day after it was stopped, and continue after a start', async () => {
    const cloud = await createSample()
    const id = cloud.running
    const before = await cloud.of(id)
    await cloud.act('stop', id)
    expect(await cloud.of(id)).toEqual(before)
    const stoppedAt = app.deps.now().getTime()
    app.advance(6 * hour)
    const later = await cloud.cpuOf(id)
    expect(later.length).toBe(perDay - 24)
    expect(later.filter((row) => timeOf(row) > stoppedAt)).toEqual([])
    await cloud.act('start', id)
    app.advance(3 * hour)
    expect((await cloud.cpuOf(id)).length).toBe(perDay - 24)
    expectLastDay(await cloud.cpuOf(id))
    await cloud.act('stop', id)
    app.advance(25 * hour)
    expect(await cloud.of(id)).toEqual([])
  })

  test('occupy at most one day in the table, however often it is stopped', async () => {
    const cloud = await createSample()
    const others = (await cloud.countStored()) - 4
    for (let days = 0; days < 4; days += 1) {
      await cloud.act('stop', cloud.running)
      app.advance(minute)
      await cloud.act('start', cloud.running)
      app.advance(40 * hour)
    }
    await cloud.act('stop', cloud.running)
    expect((await cloud.countStored()) - others).toBeLessThanOrEqual(4 * perDay)
  })
})

test('metrics are visible to their owner only', async () => {
  const [one, other] = [await createSample(), await createSample()]
  expect(await other.of(one.running)).toEqual([])
  const { rows } = await other.page('limit=1000')
  const own = new Set((await one.page('limit=1000')).rows.map(({ resourceId }) => resourceId))
  expect(rows.filter(({ resourceId }) => own.has(resourceId))).toEqual([])
})
