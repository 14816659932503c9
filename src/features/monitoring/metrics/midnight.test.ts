import { afterAll, beforeAll, expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { second } from '#shared/time.ts'
import { createMeasuredApp, usage } from '#test/support/measured.ts'
import type { MetricRange, Metrics } from '../contract/contract.ts'
import type { Counts } from '../contract/counts.ts'
import { rollUpMetrics } from './rollups.ts'

let measured: Awaited<ReturnType<typeof createMeasuredApp>>
beforeAll(async () => {
  measured = await createMeasuredApp()
})
afterAll(() => measured.app.close())

const midnight = new Date('2026-11-20T18:30:00.000Z') // in Kolkata

/** A new service with this count for the day; null when the store has no count yet. */
async function addCounted(counted: Partial<Counts> | null) {
  const { app, addService, customer, found, moved } = measured
  const id = await addService('active', app.deps.now())
  found.set(id, usage(20, 128))
  moved.set(id, { bytesIn: 10, bytesOut: 100, requests: 4, serverErrors: 1 })
  const row = counted && { userId: customer.id, serviceId: id, day: '2026-11-20', ...counted }
  if (row) await app.store.tx((tx) => tx.insert(tx.t.serviceTraffic).values(row))
  return id
}

const samplesOf = (id: string) => {
  const { serverMetrics: m } = measured.app.store.t
  const { networkIn, networkOut, bandwidth, requests, serverErrors } = m
  return measured.app.store.read
    .select({ networkIn, networkOut, bandwidth, requests, serverErrors })
    .from(m)
    .where(eq(m.serviceId, id))
    .orderBy(asc(m.recordedAt))
}

/** Bytes out before and after midnight, as the chart shows them. */
async function bytesOf(id: string, range: MetricRange) {
  const path = `/api/server-metrics/${id}?range=${range}`
  const { body } = await measured.app.request(path, { cookie: measured.customer.cookie })
  const { points } = body as Metrics
  const sum = (from: number, to: number) =>
    points
      .filter(({ at }) => Date.parse(at) >= from && Date.parse(at) < to)
      .reduce((total, { networkOut }) => total + (networkOut ?? 0), 0)
  return [sum(0, midnight.getTime()), sum(midnight.getTime(), Number.POSITIVE_INFINITY)]
}

test('adds counts after the last sample before midnight to the last step of that day', async () => {
  const { app, moved, sample } = measured
  app.advance(midnight.getTime() - 30 * second - app.deps.now().getTime())
  const late = await addCounted({ bytesIn: 10, bytesOut: 125, requests: 6, serverErrors: 1 })
  const others = [await addCounted(null), await addCounted({ bytesIn: 3, bytesOut: 99 })]
  // The last sample, 5 s before midnight.
  await sample(6)
  for (const id of [late, ...others]) moved.set(id, { bytesIn: 0, bytesOut: 7, requests: 2 })
  await sample(4)

  const earlier = { networkIn: 10, networkOut: 100, bandwidth: 110, requests: 4, serverErrors: 1 }
  const later = { networkIn: 0, networkOut: 7, bandwidth: 7, requests: 2, serverErrors: 0 }
  const closing = { networkIn: 10, networkOut: 125, bandwidth: 135, requests: 6, serverErrors: 1 }
  for (let round = 0; round < 2; round += 1) {
    await rollUpMetrics(app.store, app.deps.now())
    expect(await samplesOf(late)).toEqual([...Array(5).fill(earlier), closing, ...Array(4).fill(later)])
    // A total that is not stored yet subtracts nothing.
    for (const id of others)
      expect(await samplesOf(id)).toEqual([...Array(6).fill(earlier), ...Array(4).fill(later)])
    for (const range of ['1h', '24h', '7d'] as const) {
      expect(await bytesOf(late, range)).toEqual([125, 7])
      for (const id of others) expect(await bytesOf(id, range)).toEqual([100, 7])
    }
  }
})
