import { formatBytes } from '#shared/bytes.ts'
import { percentScale, type Scale } from '#web/ui/charts/line-chart-scale.ts'
import type { AllServices } from '../../contract.ts'
import type { CloudMetric } from '../../entities/metrics/contract.ts'
import { namesOf } from './resource.tsx'

const numbers = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })

/** A measured value in its unit, as providers name units: `Percent`, `Bytes`, `Count`, or their own. */
export function formatReading({ value, unit }: { value: number; unit: string }): string {
  if (unit === 'Bytes') return formatBytes(value)
  if (unit === 'Percent') return `${numbers.format(value)}%`
  return unit === 'Count' ? numbers.format(value) : `${numbers.format(value)} ${unit}`
}

/** The axis for values of a unit; for several processors together, providers report more than 100 percent. */
export function scaleOf(unit: string, values: Line['values']): { scale?: Scale; base?: 1024 } {
  if (unit === 'Bytes') return { base: 1024 }
  return unit === 'Percent' && values.every((value) => (value ?? 0) <= 100) ? { scale: percentScale } : {}
}

/** A line over time; `null` marks a gap in the measurements. */
export type Line = { times: number[]; values: (number | null)[] }

/** Values of one metric, newest first, as a line from the oldest to the newest, broken at gaps. */
export function lineOf(metrics: readonly Pick<CloudMetric, 'timestamp' | 'value'>[]): Line {
  const points = metrics
    .map(({ timestamp, value }) => ({ time: new Date(timestamp).getTime(), value }))
    .reverse()
  const steps = points.slice(1).map(({ time }, before) => time - (points[before]?.time ?? time))
  const usual = Math.min(...steps)
  const line: Line = { times: [], values: [] }
  points.forEach(({ time, value }, place) => {
    const step = steps[place - 1] ?? usual
    if (step > 1.5 * usual) {
      line.times.push(time - step / 2)
      line.values.push(null)
    }
    line.times.push(time)
    line.values.push(value)
  })
  return line
}

export type LatestMetric = CloudMetric & { resourceName: string | null }

/**
 * The newest value of each metric of each resource, from values that are newest first; with the resource's name, and
 * sorted by it.
 */
export function latestMetrics(metrics: readonly CloudMetric[], all: AllServices): LatestMetric[] {
  const names = namesOf(all)
  const latest = new Map<string, LatestMetric>()
  for (const metric of metrics) {
    const key = `${metric.resourceId} ${metric.metricName}`
    const resourceName = names.get(metric.resourceId) ?? null
    if (!latest.has(key)) latest.set(key, { ...metric, resourceName })
  }
  return [...latest.values()].sort(
    (one, other) =>
      (one.resourceName ?? '').localeCompare(other.resourceName ?? '') ||
      one.metricName.localeCompare(other.metricName),
  )
}
