import { useMemo } from 'react'
import type { MetricPoint, Metrics } from '#features/monitoring/contract/contract.ts'
import { formatLimit } from '#shared/bytes.ts'
import { formatExactMoment, formatMoment } from '#shared/time.ts'
import { LineChart } from '#web/ui/charts/line-chart.tsx'
import type { ChartMarker, LineChartProps } from '#web/ui/charts/line-chart-props.ts'
import { percentScale } from '#web/ui/charts/line-chart-scale.ts'
import { useZoom } from '#web/ui/charts/line-chart-zoom.ts'
import { formatTick } from './format-tick.ts'
import { ratesOf } from './rates-of.ts'
import { trimUnmeasured } from './trim-unmeasured.ts'

type MetricName = Exclude<keyof MetricPoint, 'at'>
type CommonProps = 'times' | 'syncId' | 'zoom' | 'markers' | 'formatMoment' | 'formatTime'

const percent = (value: number): string => `${Number(value.toFixed(2))}%`
const formatRate = (bytes: number): string => `${formatLimit(Math.round(bytes))}/s`
const perMinute = (requests: number): string => `${Number(requests.toFixed(2))}/min`

type ServerChartsProps = {
  metrics: Metrics
  markers: readonly ChartMarker[]
  /** Whether the axis of usage charts ends at 100% instead of the highest value. */
  isFullScale: boolean
}

/** Charts with a shared time axis: hover and zoom apply to all. */
export function ServerCharts({ metrics, markers, isFullScale }: ServerChartsProps) {
  const { range, stepSeconds } = metrics
  const zoom = useZoom()
  const points = useMemo(() => trimUnmeasured(metrics), [metrics])
  const times = useMemo(() => points.map(({ at }) => new Date(at).getTime()), [points])
  const line = (label: string, metric: MetricName) => ({
    label,
    values: points.map((point) => point[metric]),
  })
  const rate = (label: string, metric: MetricName, seconds = 1) => ({
    label,
    values: ratesOf(
      points.map((point) => point[metric]),
      stepSeconds / seconds,
    ),
  })
  const moment = range === '1h' ? formatExactMoment : formatMoment
  const common: Pick<LineChartProps, CommonProps> = {
    times,
    markers,
    syncId: 'server',
    ...(range === '1h' ? {} : { zoom }),
    formatMoment: (time) => moment(new Date(time)),
    formatTime: formatTick,
  }
  const usage = { ...common, formatValue: percent, ...(isFullScale ? { scale: percentScale } : {}) }
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
      <div className="panel server-charts-wide">
        <LineChart
          {...common}
          title="Requests per minute"
          series={[
            rate('All', 'requests', 60),
            rate('4xx', 'clientErrors', 60),
            rate('5xx', 'serverErrors', 60),
          ]}
          formatValue={perMinute}
          emptyText="No requests yet."
        />
      </div>
    </div>
  )
}
