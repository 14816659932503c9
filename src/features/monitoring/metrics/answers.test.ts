import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { minute, second } from '#shared/time.ts'
import { createMeasuredApp, usage } from '#test/support/measured.ts'
import type { MetricPoint, MetricRange, Metrics } from '../contract/contract.ts'
import type { AnswerCounts } from '../contract/counts.ts'
import { rollUpMetrics } from './rollups.ts'

let measured: Awaited<ReturnType<typeof createMeasuredApp>>
beforeAll(async () => {
  measured = await createMeasuredApp()
})
beforeEach(() => measured.alignClock())
afterAll(() => measured.app.close())

const read = async (id: string, range: MetricRange) => {
  const path = `/api/server-metrics/${id}?range=${range}`
  return (await measured.app.request(path, { cookie: measured.customer.cookie })).body as Metrics
}
const counted = ({ points }: Metrics, name: keyof AnswerCounts = 'requests') =>
  points.map((point: MetricPoint) => point[name]).filter((value) => value !== null)
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

test.each(['1h', '24h', '7d'] as const)(
  'counts the answers of %s by step, also while the server is down, before and after the rollup',
  async (range) => {
    const { app, addService, found, moved, sample } = measured
    const id = await addService('active', app.deps.now())
    found.set(id, usage(20, 128))
    await sample(120, (round) => {
      if (round === 60) found.delete(id)
      const [requests, serverErrors] = [round + 1, Math.max(0, round - 59)]
      moved.set(id, { requests, serverErrors, clientErrors: 2, pageViews: 5 })
    })
    const check = async () => {
      const metrics = await read(id, range)
      expect(sum(counted(metrics))).toBe(120)
      expect(sum(counted(metrics, 'serverErrors'))).toBe(60)
      expect(sum(counted(metrics, 'clientErrors'))).toBe(2)
      expect(sum(counted(metrics, 'pageViews'))).toBe(5)
      if (range === '1h') expect(counted(metrics)).toEqual(Array(60).fill(2))
    }
    await check()
    app.advance(20 * second)
    await rollUpMetrics(app.store, app.deps.now())
    await check()
  },
)

test('shows a gap for measurements of an earlier version without answer counts, and no jump at the first count', async () => {
  const { app, addService, found, moved, sample } = measured
  const id = await addService()
  found.set(id, usage(20, 128))
  await sample(60)
  const { serverMetrics } = app.store.t
  const before = { requests: null, clientErrors: null, serverErrors: null, pageViews: null }
  await app.store.tx((tx) => tx.update(serverMetrics).set(before))
  await sample(120, (round) => moved.set(id, { requests: 1_000 + round }))
  app.advance(20 * second)
  await rollUpMetrics(app.store, app.deps.now())
  expect(sum(counted(await read(id, '1h')))).toBe(118)
  expect(counted(await read(id, '24h'))).toEqual([60])
  expect((await read(id, '24h')).points.filter(({ networkOut }) => networkOut !== null)).toHaveLength(3)
})

test('starts the counts of a service that was visited before its first measurement with its second step', async () => {
  const { app, addService, found, moved, sample } = measured
  const id = await addService('active', new Date(app.deps.now().getTime() - 60 * minute))
  found.set(id, usage(20, 128))
  await sample(4, (round) => moved.set(id, { requests: 500 + round }))
  expect(counted(await read(id, '1h'))).toEqual([2])
})
