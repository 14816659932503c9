import { useQuery } from '@tanstack/react-query'
import { formatClock, formatMoment } from '#shared/time.ts'
import { useTRPC } from '#web/trpc.ts'
import { LineChart } from '#web/ui/charts/line-chart.tsx'
import { useZoom } from '#web/ui/charts/line-chart-zoom.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import type { CloudMetric } from '../../entities/metrics/contract.ts'
import type { Measured } from './entity.ts'
import { metricsFreshness } from './lists.ts'
import { formatReading, lineOf, scaleOf } from './metrics.ts'
import { inWords } from './words.ts'

const maxPoints = 500

/** The metrics of a resource over time, one chart each. */
export function ResourceMetrics({ resourceId, metricName }: Measured) {
  const trpc = useTRPC()
  const query = useQuery(trpc.cloud.metrics.queryOptions({ resourceId, limit: maxPoints }, metricsFreshness))
  return (
    <QueryState
      query={query}
      what="The metrics"
      loadingText="Loading metrics..."
      empty={<p className="cloud-quiet">No measurements in the last 24 hours.</p>}
    >
      {(metrics) =>
        namesOf(metrics)
          .filter((name) => metricName === undefined || name === metricName)
          .map((name) => (
            <MetricChart key={name} points={metrics.filter((metric) => metric.metricName === name)} />
          ))
      }
    </QueryState>
  )
}

const namesOf = (metrics: readonly CloudMetric[]): string[] =>
  [...new Set(metrics.map(({ metricName }) => metricName))].sort()

function MetricChart({ points }: { points: CloudMetric[] }) {
  const zoom = useZoom()
  const [newest] = points
  if (!newest) return null
  const { metricName, unit } = newest
  const { times, values } = lineOf(points)
  const title = inWords(metricName)
  return (
    <LineChart
      title={title}
      times={times}
      series={[{ label: title, values }]}
      formatTime={(time) => formatClock(new Date(time))}
      formatMoment={(time) => formatMoment(new Date(time))}
      formatValue={(value) => formatReading({ value, unit })}
      {...scaleOf(unit, values)}
      zoom={zoom}
    />
  )
}
