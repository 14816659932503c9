import { LineChart } from '@mantine/charts'
import { useMemo } from 'react'
import { Mantine } from '../mantine.tsx'
import type { LineChartProps } from './line-chart-props.ts'
import { decimalsOf, extentOf, marksOf, measuredTimes, type Scale, scaleTo } from './line-chart-scale.ts'
import { spanOf } from './line-chart-zoom.ts'
import { LinePlotBrush } from './line-plot-brush.tsx'
import { LinePlotTooltip } from './line-plot-tooltip.tsx'

type LinePlotProps = LineChartProps & {
  /** Labels of the hidden lines. */
  hidden: readonly string[]
  format: (value: number | null | undefined) => string
}

// A line's key in a point's values; its label could be parsed as a path.
const keyOf = (place: number): string => `line-${place + 1}`

const dashes = [undefined, '6 4', '2 4']

function scaleOf({ scale, series, base, hidden }: LinePlotProps): Scale {
  if (scale) return scale
  const visible = series.filter(({ label }) => !hidden.includes(label))
  const values = (visible.length > 0 ? visible : series).flatMap((line) => [...line.values])
  return scaleTo(extentOf(values)?.high ?? 0, base, decimalsOf(values))
}

/** The drawing of a line chart, used only by `LineChart`: it brings the library, in its own chunk. */
export function LinePlot(props: LinePlotProps) {
  const {
    title,
    times,
    series,
    hidden,
    zoom,
    format,
    formatTime,
    formatMoment = (time: number) => formatTime(time, 0),
  } = props
  const { markers = [] } = props
  const rows = useMemo(
    () =>
      times.map((time, index) => ({
        time,
        ...Object.fromEntries(series.map(({ values }, place) => [keyOf(place), values[index] ?? null])),
      })),
    [times, series],
  )
  const { first, last } = spanOf(zoom, rows.length)
  const visibleTimes = times.slice(first, last + 1)
  const [start = 0, end = 0] = [visibleTimes[0], visibleTimes.at(-1)]
  const visibleMarkers = markers.filter(({ time }) => time >= start && time <= end)
  const { top, ticks } = scaleOf(props)
  const lines = series
    .map(({ label, values }, place) => ({ label, values, place }))
    .filter(({ label }) => !hidden.includes(label))
  const linesAt = (time: number) => {
    const index = times.indexOf(time)
    return lines.map(({ label, place, values }) => ({ label, place, text: format(values[index]) }))
  }
  const tick = { fontSize: 11, fill: 'currentColor' }
  return (
    <Mantine>
      <LineChart
        className="line-plot"
        data={rows.slice(first, last + 1)}
        dataKey="time"
        series={lines.map(({ label, place }) => ({
          name: keyOf(place),
          label,
          color: `var(--color-series-${place + 1})`,
          ...(dashes[place] ? { strokeDasharray: dashes[place] } : {}),
        }))}
        referenceLines={visibleMarkers.map(({ time, isBad }) => ({
          x: time,
          color: `var(--color-${isBad ? 'bad' : 'dimmed'})`,
          strokeDasharray: '3 3',
        }))}
        valueFormatter={props.formatValue}
        curveType="linear"
        connectNulls={false}
        // A single value is no line, so it gets its own mark.
        withDots={measuredTimes(props).length === 1}
        dotProps={{ r: 5, strokeWidth: 0 }}
        strokeWidth={1.75}
        strokeDasharray="0"
        tickLine="none"
        // An isolated value is a line of zero length, which a round cap shows as a dot.
        lineProps={{ strokeLinecap: 'round', strokeLinejoin: 'round', activeDot: { r: 4 } }}
        lineChartProps={{
          margin: { top: 8, right: 16, bottom: 0, left: 0 },
          role: 'img',
          ...{ 'aria-label': `Chart of ${title}; its values are in the table` },
          ...(props.syncId ? { syncId: props.syncId } : {}),
        }}
        xAxisProps={{
          type: 'number',
          scale: 'time',
          domain: ['dataMin', 'dataMax'],
          ticks: marksOf(visibleTimes),
          tickFormatter: (time: number) => formatTime(time, end - start),
          tickMargin: 8,
          tick,
        }}
        yAxisProps={{ domain: [0, top], ticks, interval: 0, width: 'auto', tickMargin: 8, tick }}
        tooltipProps={{
          filterNull: false,
          content: ({ active, label }) =>
            active && typeof label === 'number' ? (
              <LinePlotTooltip moment={formatMoment(label)} lines={linesAt(label)} />
            ) : null,
        }}
      />
      {zoom && <LinePlotBrush {...{ title, rows, zoom, formatMoment }} />}
    </Mantine>
  )
}
