import { expect, test } from 'bun:test'
import type { UptimeBlock } from '#features/monitoring/contract/contract.ts'
import { trimUnmeasured } from './trim-unmeasured.ts'

const minute = (value: number) => `2026-11-21T08:3${value}:00.000Z`
const silent = {
  cpuUsage: null,
  memoryUsage: null,
  diskUsage: null,
  networkIn: null,
  networkOut: null,
  requests: null,
  clientErrors: null,
  serverErrors: null,
  pageViews: null,
}
const points = [0, 1, 2, 3].map((value) => ({ at: minute(value), ...silent }))

const strip = (...states: UptimeBlock['state'][]) =>
  states.map((state, place) => ({ from: minute(place), to: minute(place + 1), state, uptimePercent: null }))

const left = (...states: UptimeBlock['state'][]) =>
  trimUnmeasured({ points, strip: strip(...states) }).map(({ at }) => at)

test('drops points before the first measurement', () => {
  expect(left('unknown', 'unknown', 'up', 'up')).toEqual([minute(2), minute(3)])
})

test('keeps a period in which the server was down', () => {
  expect(left('unknown', 'down', 'up', 'up')).toEqual([minute(1), minute(2), minute(3)])
})

test('keeps a gap after the first measurement', () => {
  expect(left('up', 'unknown', 'unknown', 'unknown')).toHaveLength(4)
})

test('drops nothing while there are no measurements', () => {
  expect(left('unknown', 'unknown', 'unknown', 'unknown')).toHaveLength(4)
})
