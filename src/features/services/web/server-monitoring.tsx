import { getRouteApi, Link } from '@tanstack/react-router'
import { getQueryKey } from '@trpc/react-query'
import { useMemo } from 'react'
import type { MetricPoint, Metrics } from '#features/monitoring/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { formatClock, formatDay, formatExactMoment, formatMoment } from '#shared/time.ts'
import { usePolled } from '#web/lib/polled.ts'
import { trpc } from '#web/trpc.ts'
import { LineChart } from '#web/ui/line-chart.tsx'
import type { LineChartProps } from '#web/ui/line-chart-props.ts'
import { percentScale } from '#web/ui/line-chart-scale.ts'
import { useZoom } from '#web/ui/line-chart-zoom.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import type { Service } from '../contract.ts'
import { ranges } from './server-search.ts'
import { ServerStale } from './server-stale.tsx'
import { UptimeStrip } from './server-strip.tsx'

const route = getRouteApi('/signed-in/shell/server-management/$serviceId')

function RangeLinks({ serviceId }: { serviceId: string }) {
  return (
    <nav className="server-ranges" aria-label="Range">
      {ranges.map(({ range, label, words }) => (
        <Link
          key={range}
          to="/server-management/$serviceId"
          params={{ serviceId }}
          search={{ tab: 'monitoring', ...(range === '1h' ? {} : { range }) }}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-label={`${label}: ${words}`}
          resetScroll={false}
          replace
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

type MetricName = Exclude<keyof MetricPoint, 'at'>

const percent = (value: number): string => `${Number(value.toFixed(2))}%`

const formatRate = (bytes: number): string => `${formatBytes(Math.round(bytes))}/s`

/** The four charts over the same times: pointing into one points into all, and so does zooming. */
function Charts({ metrics: { range, points, stepSeconds } }: { metrics: Metrics }) {
  const zoom = useZoom()
  const times = useMemo(() => points.map(({ at }) => new Date(at).getTime()), [points])
  const line = (label: string, metric: MetricName) => ({
    label,
    values: points.map((point) => point[metric]),
  })
  const rate = (label: string, metric: MetricName) => ({
    label,
    values: points.map((point) => point[metric]).map((sum) => (sum === null ? null : sum / stepSeconds)),
  })
  const moment = range === '1h' ? formatExactMoment : formatMoment
  const short = range === '7d' ? formatDay : formatClock
  const common: Pick<LineChartProps, 'times' | 'syncId' | 'zoom' | 'formatMoment' | 'formatTime'> = {
    times,
    syncId: 'server',
    ...(range === '1h' ? {} : { zoom }),
    formatMoment: (time) => moment(new Date(time)),
    formatTime: (time) => short(new Date(time)),
  }
  const usage = { ...common, formatValue: percent, scale: percentScale }
  return (
    <div className="server-charts">
      <div className="panel">
        <LineChart {...usage} title="CPU" series={[line('CPU', 'cpuUsage')]} />
      </div>
      <div className="panel">
        <LineChart {...usage} title="Memory" series={[line('Memory', 'memoryUsage')]} />
      </div>
      <div className="panel">
        <LineChart
          {...common}
          title="Network (B/s)"
          series={[rate('In', 'networkIn'), rate('Out', 'networkOut')]}
          formatValue={formatRate}
          base={1024}
        />
      </div>
      <div className="panel">
        <LineChart {...usage} title="Disk" series={[line('Disk', 'diskUsage')]} />
      </div>
    </div>
  )
}

/** What the service used in the last hour, day or week, as shares of what its plan allows. */
export function ServerMonitoring({ service: { id } }: { service: Service }) {
  const { range = '1h' } = route.useSearch()
  const chosen = ranges.find((each) => each.range === range) ?? ranges[0]
  const query = usePolled<Metrics>({
    queryKey: getQueryKey(trpc.servers.metrics, { id, range }, 'query'),
    path: `/api/server-metrics/${id}?range=${range}`,
    everyMs: chosen.everyMs,
  })
  return (
    <div className="server-monitoring">
      <div className="server-monitoring-head">
        <p className="server-quiet">Average per interval, as % of your plan.</p>
        <RangeLinks serviceId={id} />
      </div>
      <QueryState query={query} what="The measurements" loadingText="Loading measurements...">
        {(metrics) => (
          <>
            <ServerStale query={query} />
            <UptimeStrip metrics={metrics} range={chosen.words} />
            <Charts key={range} metrics={metrics} />
          </>
        )}
      </QueryState>
    </div>
  )
}
