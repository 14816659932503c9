import { expect, test } from 'bun:test'
import { percentScale } from '#web/ui/charts/line-chart-scale.ts'
import type { AllServices } from '../../contract.ts'
import type { CloudMetric } from '../../entities/metrics/contract.ts'
import { formatReading, latestMetrics, lineOf, scaleOf } from './metrics.ts'

const metric = (resourceId: string, metricName: string, timestamp: string): CloudMetric => ({
  id: `${resourceId} ${metricName} ${timestamp}`,
  providerId: 'p',
  region: 'us-east-1',
  sample: true,
  simulated: true,
  resourceId,
  resourceType: 'instance',
  metricName,
  value: 1,
  unit: 'Count',
  timestamp,
})

const resource = { providerId: 'p', region: 'us-east-1', sample: true, simulated: true }
const all: AllServices = {
  instances: [
    {
      ...resource,
      id: 'i',
      name: 'web-1',
      instanceType: 't3.medium',
      status: 'running',
      publicIp: null,
      privateIp: null,
    },
  ],
  storage: [],
  databases: [],
  functions: [],
  containers: [],
  analytics: [],
  security: [],
  providers: [],
}

test('each resource has the newest value of each metric, under its name', () => {
  const rows = latestMetrics(
    [
      metric('i', 'cpu', '2026-11-21T10:02:00Z'),
      metric('gone', 'cpu', '2026-11-21T10:02:00Z'),
      metric('i', 'cpu', '2026-11-21T10:01:00Z'),
      metric('i', 'memory', '2026-11-21T10:01:00Z'),
    ],
    all,
  )
  expect(
    rows.map(({ metricName, resourceName, timestamp }) => [metricName, resourceName, timestamp]),
  ).toEqual([
    ['cpu', null, '2026-11-21T10:02:00Z'],
    ['cpu', 'web-1', '2026-11-21T10:02:00Z'],
    ['memory', 'web-1', '2026-11-21T10:01:00Z'],
  ])
})

test.each([
  [{ value: 12.345, unit: 'Percent' }, '12.35%'],
  [{ value: 1_536, unit: 'Bytes' }, '1.50 KB'],
  [{ value: 123_456, unit: 'Count' }, '1,23,456'],
  [{ value: 3, unit: 'ms' }, '3 ms'],
])('%p is formatted as %s', (reading, text) => {
  expect(formatReading(reading)).toBe(text)
})

test('a line runs from the oldest to the newest value, with gaps where there are no measurements', () => {
  const at = (minutes: number) => ({ timestamp: new Date(minutes * 60_000).toISOString(), value: minutes })
  const { times, values } = lineOf([at(105), at(90), at(30), at(15), at(0)])
  expect(values).toEqual([0, 15, 30, null, 90, 105])
  expect(times.map((time) => time / 60_000)).toEqual([0, 15, 30, 60, 90, 105])
  expect(lineOf([at(15)])).toEqual({ times: [900_000], values: [15] })
  expect(lineOf([])).toEqual({ times: [], values: [] })
})

test('percentages have an axis up to 100 unless several processors exceed it, and bytes count by 1024', () => {
  expect(scaleOf('Percent', [3, null, 100])).toEqual({ scale: percentScale })
  expect(scaleOf('Percent', [3, 180])).toEqual({})
  expect(scaleOf('Bytes', [3])).toEqual({ base: 1024 })
  expect(scaleOf('Count', [3])).toEqual({})
})
