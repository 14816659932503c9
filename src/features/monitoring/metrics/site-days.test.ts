import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { day, minute } from '#shared/time.ts'
import { createMeasuredApp, usage } from '#test/support/measured.ts'
import { rollUpMetrics } from './rollups.ts'

let measured: Awaited<ReturnType<typeof createMeasuredApp>>
beforeAll(async () => {
  measured = await createMeasuredApp()
})
beforeEach(async () => {
  const { app, found } = measured
  found.clear()
  app.deps.gateway.state = 'running'
  await app.store.tx(async (tx) => {
    await tx.delete(tx.t.siteDays)
    await tx.delete(tx.t.userServices)
  })
})
afterAll(() => measured.app.close())

const days = () => measured.app.store.read.select().from(measured.app.store.t.siteDays)
const addRunning = async () => {
  const id = await measured.addService()
  measured.found.set(id, usage(1, 1))
}

test('adds the sites that should run, and those that do, to the day in every round', async () => {
  const { addService, sample } = measured
  await addRunning()
  await addRunning()
  await addService()
  for (const status of ['stopped', 'suspended', 'pending'] as const) await addService(status)
  await sample(2)
  expect(await days()).toEqual([{ day: '2026-11-20', samples: 6, upSamples: 4 }])
})

test('counts no site as reachable while the gateway is down, and records nothing until it has started', async () => {
  await addRunning()
  const { gateway } = measured.app.deps
  for (const state of ['off', 'starting'] as const) {
    gateway.state = state
    await measured.sample(1)
  }
  expect(await days()).toEqual([])
  gateway.state = 'down'
  await measured.sample(1)
  expect(await days()).toEqual([{ day: '2026-11-20', samples: 1, upSamples: 0 }])
})

test('records nothing for a portal without sites', async () => {
  await measured.addService('stopped')
  await measured.sample(1)
  expect(await days()).toEqual([])
})

test('uses days of Kolkata, and deletes them after a hundred', async () => {
  await addRunning()
  const { app, sample } = measured
  const midnight = new Date('2026-11-20T18:30:00.000Z').getTime()
  app.advance(midnight - minute - app.deps.now().getTime())
  await sample(1)
  app.advance(minute)
  await sample(1)
  expect((await days()).map((each) => each.day).sort()).toEqual(['2026-11-20', '2026-11-21'])
  const left = async (ms: number) => {
    await rollUpMetrics(app.store, new Date(midnight - minute + ms))
    return (await days()).length
  }
  expect(await left(100 * day)).toBe(2)
  expect(await left(100 * day + minute)).toBe(1)
})
