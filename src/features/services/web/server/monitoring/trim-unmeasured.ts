import type { MetricPoint, Metrics } from '#features/monitoring/contract/contract.ts'

/** The points from the first measured one; all of them without measurements. */
export function trimUnmeasured({ points, strip }: Pick<Metrics, 'points' | 'strip'>): MetricPoint[] {
  const first = strip.find(({ state }) => state !== 'unknown')
  return first ? points.filter(({ at }) => at >= first.from) : points
}
