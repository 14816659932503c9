import { useState } from 'react'
import { second } from '#shared/time.ts'
import { LineChart } from '#web/ui/charts/line-chart.tsx'
import { useTicker } from './use-ticker.ts'

const metricsMs = 2 * second
const chartMs = second
const chartPoints = 20

type Range = { low: number; high: number }
type LiveMetric = Range & { name: string; unit: string }

const liveMetrics: LiveMetric[] = [
  { name: 'CPU usage', unit: '%', low: 20, high: 80 },
  { name: 'Memory usage', unit: '%', low: 40, high: 75 },
  { name: 'Disk throughput', unit: 'MB/s', low: 40, high: 220 },
  { name: 'Requests', unit: 'per s', low: 300, high: 1_800 },
]
const incoming: Range = { low: 20, high: 90 }
const outgoing: Range = { low: 10, high: 60 }

const numbers = new Intl.NumberFormat('en-IN')
const between = ({ low, high }: Range, share: number): number => Math.round(low + (high - low) * share)
const invented = (range: Range): number => between(range, Math.random())

const resting = liveMetrics.map((metric) => between(metric, 0.5))
/** The first render, the same on the server and in the browser. */
const wave = (range: Range, phase: number): number[] =>
  Array.from({ length: chartPoints }, (_, point) => between(range, 0.5 + 0.35 * Math.sin(point / 2 + phase)))

/** Metrics and a chart that move for decoration only, and say so. */
export function LiveMetrics() {
  return (
    <section aria-labelledby="live-title" className="cloud-section">
      <div className="cloud-section-head">
        <h2 id="live-title">Live metrics</h2>
        <p className="cloud-quiet">Simulated figures to show how a live view looks.</p>
      </div>
      <Metrics />
      <NetworkChart />
    </section>
  )
}

function Metrics() {
  const [values, setValues] = useState(resting)
  useTicker(metricsMs, () => setValues(liveMetrics.map(invented)))
  return (
    <dl className="metrics cloud-live" data-live-metrics="">
      {liveMetrics.map(({ name, unit }, place) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="tabular">
            {numbers.format(values[place] ?? 0)} <small>{unit}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Traffic = { last: number; incoming: number[]; outgoing: number[] }

const first: Traffic = { last: 0, incoming: wave(incoming, 0), outgoing: wave(outgoing, 2) }

const next = (before: Traffic): Traffic => ({
  last: before.last + 1,
  incoming: [...before.incoming.slice(1), invented(incoming)],
  outgoing: [...before.outgoing.slice(1), invented(outgoing)],
})

function NetworkChart() {
  const [traffic, setTraffic] = useState(first)
  useTicker(chartMs, () => setTraffic(next))
  const { last } = traffic
  const times = traffic.incoming.map((_, point) => last - chartPoints + 1 + point)
  const formatTime = (time: number) => (time === last ? 'now' : `${last - time} s ago`)
  return (
    <div className="panel" data-network-chart="">
      <LineChart
        title="Network traffic"
        times={times}
        series={[
          { label: 'In', values: traffic.incoming },
          { label: 'Out', values: traffic.outgoing },
        ]}
        formatTime={formatTime}
        formatValue={(value) => `${value} MB/s`}
        scale={networkScale}
      />
    </div>
  )
}

const networkScale = { top: 100, ticks: [0, 25, 50, 75, 100] }
