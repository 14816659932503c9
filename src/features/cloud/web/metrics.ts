import { formatBytes } from '#shared/bytes.ts'
import type { CloudMetric } from '../contract/entities.ts'
import type { AllServices } from '../contract.ts'

const figures = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })

/** A measured value in its unit, as providers name units: `Percent`, `Bytes`, `Count`, or their own. */
export function formatReading({ value, unit }: { value: number; unit: string }): string {
  if (unit === 'Bytes') return formatBytes(value)
  if (unit === 'Percent') return `${figures.format(value)}%`
  return unit === 'Count' ? figures.format(value) : `${figures.format(value)} ${unit}`
}

export type LatestMetric = CloudMetric & { resourceName: string | null }

/** Of each metric of each resource the newest value, from values that stand newest first, with the resource's name. */
export function latestMetrics(metrics: readonly CloudMetric[], all: AllServices): LatestMetric[] {
  const names = new Map(
    [...all.instances, ...all.databases, ...all.functions, ...all.containers].map(({ id, name }) => [
      id,
      name,
    ]),
  )
  const latest = new Map<string, LatestMetric>()
  for (const metric of metrics) {
    const key = `${metric.resourceId} ${metric.metricName}`
    const resourceName = names.get(metric.resourceId) ?? null
    if (!latest.has(key)) latest.set(key, { ...metric, resourceName })
  }
  return [...latest.values()]
}
