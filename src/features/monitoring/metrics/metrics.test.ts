import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { day, hour, minute, second } from '#shared/time.ts'
import type { TestApp } from '#test/support/app.ts'
import { createMeasuredApp, usage } from '#test/support/measured.ts'
import type { MetricPoint, MetricRange, Metrics } from '../contract/contract.ts'
import { rollUpMetrics } from './rollups.ts'

type Measured = Awaited<ReturnType<typeof createMeasuredApp>>
let app: TestApp
let customer: Measured['customer']
let addService: Measured['addService']
let sample: Measured['sample']
let found: Measured['found']
let moved: Measured['moved']
let alignClock: Measured['alignClock']
beforeAll(async () => {
  ;({ app, customer, addService, sample, found, moved, alignClock } = await createMeasuredApp())
})
beforeEach(async () => {
  found.clear()
  moved.clear()
  const { userServices, serverMetricRollups } = app.store.t
  await app.store.tx(async (tx) => {
    await tx.delete(serverMetricRollups)
    await tx.delete(userServices).where(eq(userServices.userId, customer.id))
  })
  alignClock()
})
afterAll(() => app.close())

const samplesOf = (serviceId: string) => {
  const { serverMetrics } = app.store.t
  return app.store.read
    .select()
    .from(serverMetrics)
    .where(eq(serverMetrics.serviceId, serviceId))
    .orderBy(asc(serverMetrics.recordedAt))
}
const rollupsOf = (serviceId: string) => {
  const { serverMetricRollups } = app.store.t
  return app.store.read
    .select()
    .from(serverMetricRollups)
    .where(eq(serverMetricRollups.serviceId, serviceId))
    .orderBy(asc(serverMetricRollups.slot))
}
const get = (id: string, query = '') =>
  app.request(`/api/server-metrics/${id}${query}`, { cookie: customer.cookie })
const read = async (id: string, range: MetricRange) => (await get(id, `?range=${range}`)).body as Metrics
const measured = (points: MetricPoint[]) => points.filter(({ cpuUsage }) => cpuUsage !== null)

describe('sampling', () => {
  test('stores a row per round, in hundredths of the plan’s limits, for every service that should run', async () => {
    const [up, down, stopped] = [await addService(), await addService(), await addService('stopped')]
    const others = [await addService('suspended'), await addService('pending')]
    found.set(up, usage(12.346, 128))
    moved.set(up, { bytesIn: 30, bytesOut: 70 })
    await sample(1)
    expect(await samplesOf(up)).toMatchObject([
      {
        cpuUsage: 1_235,
        memoryUsage: 2_500,
        isUp: true,
        networkIn: 30,
        networkOut: 70,
        bandwidth: 100,
        uptime: 1,
      },
    ])
    for (const id of [down, stopped])
      expect(await samplesOf(id)).toMatchObject([{ cpuUsage: 0, memoryUsage: 0, isUp: false, uptime: 0 }])
    for (const id of others) expect(await samplesOf(id)).toEqual([])
  })

  test('writes a round in one statement, and caps usage beyond the plan at 100 %', async () => {
    const ids = [await addService(), await addService()]
    for (const id of ids) found.set(id, usage(250, 4_096))
    await sample(1)
    const [one, other] = await Promise.all(ids.map(samplesOf))
    expect(one).toMatchObject([{ cpuUsage: 10_000, memoryUsage: 10_000 }])
    expect(one?.[0]?.recordedAt).toEqual(other?.[0]?.recordedAt as Date)
  })
})

describe('rollups', () => {
  test('are exact, run once, and cover only slots that have ended', async () => {
    const id = await addService()
    // Ten minutes: 0 … 59 % of CPU, then nothing, then 60 MiB more.
    await sample(120, (round) => {
      found.set(id, usage(round < 60 ? round : 10, round < 60 ? 128 : 256))
      if (round >= 90) found.delete(id)
      moved.set(id, { bytesIn: round, bytesOut: 2 * round, requests: 3 * round, serverErrors: round })
    })
    await sample(1)
    const first = Math.floor((app.deps.now().getTime() - 605 * second) / (5 * minute))
    await rollUpMetrics(app.store, app.deps.now())
    expect(await rollupsOf(id)).toMatchObject([{ slot: first }])
    app.advance(15 * second)
    await rollUpMetrics(app.store, app.deps.now())
    const expected = [
      {
        userId: customer.id,
        serviceId: id,
        slot: first,
        samples: 60,
        upSamples: 60,
        cpuUsageSum: (100 * 59 * 60) / 2,
        memoryUsageSum: 60 * 2_500,
        diskUsageSum: 0,
        networkIn: 59,
        networkOut: 118,
        requests: 177,
        clientErrors: 0,
        serverErrors: 59,
        pageViews: 0,
      },
      {
        userId: customer.id,
        serviceId: id,
        slot: first + 1,
        samples: 60,
        upSamples: 30,
        cpuUsageSum: 30 * 1_000,
        memoryUsageSum: 30 * 5_000,
        diskUsageSum: 0,
        networkIn: 119,
        networkOut: 238,
        requests: 357,
        clientErrors: 0,
        serverErrors: 119,
        pageViews: 0,
      },
    ]
    expect(await rollupsOf(id)).toEqual(expected)
    await rollUpMetrics(app.store, app.deps.now())
    expect(await rollupsOf(id)).toEqual(expected)
  })

  test('cover every slot after a clock that ran three days ahead is set back', async () => {
    const id = await addService()
    found.set(id, usage(10, 128))
    app.advance(3 * day)
    await sample(1)
    await rollUpMetrics(app.store, new Date(app.deps.now().getTime() + hour))
    app.advance(-3 * day)
    const now = app.deps.now().getTime()
    await sample(1)
    await rollUpMetrics(app.store, new Date(now + hour))
    const slots = (await rollupsOf(id)).map(({ slot }) => slot)
    expect(slots).toHaveLength(2)
  })

  test('are deleted after eight days and samples after two hours, neither a step too early', async () => {
    const id = await addService()
    found.set(id, usage(10, 128))
    await sample(1)
    const taken = app.deps.now().getTime() - 5 * second
    const at = async (ms: number) => {
      await rollUpMetrics(app.store, new Date(taken + ms))
      return [(await samplesOf(id)).length, (await rollupsOf(id)).length]
    }
    expect(await at(6 * minute)).toEqual([1, 1])
    expect(await at(120 * minute)).toEqual([1, 1])
    expect(await at(120 * minute + 1)).toEqual([0, 1])
    expect(await at(8 * 24 * 60 * minute)).toEqual([0, 1])
    expect(await at(8 * 24 * 60 * minute + 5 * minute)).toEqual([0, 0])
  })
})

const shapes = [
  ['1h', 360, 10, 60],
  ['24h', 288, 300, 48],
  ['7d', 336, 1_800, 84],
] as const

describe('metrics', () => {
  test.each(shapes)(
    'for %s form an even grid of %d points up to now, empty without measurements',
    async (range, points, step, blocks) => {
      const id = await addService()
      const body = await read(id, range)
      expect(body).toMatchObject({ range, stepSeconds: step, uptimePercent: null })
      expect(body.points.length).toBe(points)
      expect(body.strip.length).toBe(blocks)
      expect(measured(body.points)).toEqual([])
      expect(new Set(body.strip.map(({ state }) => state))).toEqual(new Set(['unknown']))
      const times = body.points.map(({ at }) => Date.parse(at))
      expect(times.every((at, index) => index === 0 || at - (times[index - 1] ?? 0) === step * second)).toBe(
        true,
      )
      expect(body.points[0]?.at).toBe(body.from)
      const now = app.deps.now().getTime()
      expect(now).toBeWithin(times.at(-1) ?? 0, Date.parse(body.to))
      expect(body.strip[0]?.from).toBe(body.from)
      expect(body.strip.at(-1)?.to).toBe(body.to)
    },
  )

  test.each(shapes)(
    'for %s show the averages, traffic and downtime of ten minutes',
    async (range, _, step) => {
      const id = await addService('active', app.deps.now())
      await sample(120, (round) => {
        if (round < 90) found.set(id, usage(round % 2 === 0 ? 20 : 40, 128))
        else found.delete(id)
        moved.set(id, { bytesIn: round + 1, bytesOut: 10 * (round + 1) })
      })
      const body = await read(id, range)
      expect(body.uptimePercent).toBe(75)
      const points = measured(body.points)
      const seconds = 600
      const upSteps = step >= seconds ? 1 : Math.ceil(450 / step)
      expect(points.length).toBe(upSteps)
      for (const point of points) expect(point).toMatchObject({ cpuUsage: 30, memoryUsage: 25, diskUsage: 0 })
      const total = (pick: (point: MetricPoint) => number | null) =>
        points.reduce((sum, point) => sum + (pick(point) ?? 0), 0)
      // Bytes of steps with only downtime are left out.
      const bytes = step === 10 ? 90 : 120
      expect(total(({ networkIn }) => networkIn)).toBe(bytes)
      expect(total(({ networkOut }) => networkOut)).toBe(10 * bytes)
      const states = body.strip.map(({ state }) => state).filter((state) => state !== 'unknown')
      expect(states).toEqual(step === 10 ? [...Array(8).fill('up'), 'partial', 'down', 'down'] : ['partial'])
      // The same after the rollup.
      app.advance(20 * second)
      await rollUpMetrics(app.store, app.deps.now())
      expect((await rollupsOf(id)).length).toBe(2)
      expect(measured((await read(id, range)).points)).toEqual(points)
      expect((await read(id, range)).uptimePercent).toBe(75)
    },
  )

  test('for a week show the average of each half hour, with traffic counters that restart at midnight IST', async () => {
    const id = await addService()
    const slot = Math.floor(app.deps.now().getTime() / (5 * minute))
    const perDay = 288
    const midnight = (at: number) => (at + 66) % perDay
    const rows = Array.from({ length: 7 * perDay + 12 }, (_, index) => {
      const at = slot - index
      const isDown = index > 6 && index <= 12
      return {
        userId: customer.id,
        serviceId: id,
        slot: at,
        samples: 60,
        upSamples: isDown ? 0 : 60,
        cpuUsageSum: isDown ? 0 : 60 * 100 * (at % 6),
        memoryUsageSum: 0,
        diskUsageSum: 0,
        // Seven bytes in each slot.
        networkIn: 7 * (midnight(at) + 1),
        networkOut: 0,
      }
    })
    await app.store.tx((tx) => tx.insert(tx.t.serverMetricRollups).values(rows))
    const { points, strip, uptimePercent } = await read(id, '7d')
    expect(measured(points).length).toBe(336 - 1)
    for (const point of measured(points).slice(0, -1))
      expect(point).toMatchObject({ cpuUsage: 2.5, networkIn: 42 })
    expect(uptimePercent).toBeWithin(99.6, 99.75)
    expect(strip.filter(({ state }) => state === 'partial').length).toBe(1)
    const day = await read(id, '24h')
    expect(measured(day.points).length).toBe(288 - 6)
    expect(measured(day.points).every(({ networkIn }) => networkIn === 7)).toBe(true)
  })

  test('for one service contain no measurements of another', async () => {
    const [id, other] = [await addService(), await addService()]
    found.set(other, usage(90, 128))
    await sample(3)
    found.set(id, usage(10, 128))
    await sample(3)
    const points = measured((await read(id, '1h')).points)
    expect(new Set(points.map(({ cpuUsage }) => cpuUsage))).toEqual(new Set([10]))
  })
})
