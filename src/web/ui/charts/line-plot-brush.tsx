import { LineChart } from '@mantine/charts'
import { type Span, spanOf, type Zoom } from './line-chart-zoom.ts'

type LinePlotBrushProps = {
  title: string
  rows: readonly { time: number }[]
  zoom: Zoom
  formatMoment: (time: number) => string
}

type HandleProps = { x: number; y: number; width: number; height: number }

/** Wide enough to hit, and narrow to look at. */
const Handle = ({ x, y, width, height }: HandleProps) => (
  <g>
    <rect x={x} y={y} width={width} height={height} fill="transparent" />
    <rect className="line-plot-handle" x={x + width / 2 - 3} y={y + 4} width={6} height={height - 8} rx={3} />
  </g>
)

/**
 * All times with the visible span, whose ends can be moved. A separate chart: new values would reset a brush
 * inside the main chart.
 */
export function LinePlotBrush({ title, rows, zoom, formatMoment }: LinePlotBrushProps) {
  const { first, last } = spanOf(zoom, rows.length)
  const end = rows.length - 1
  const moment = (index: number) => formatMoment(rows[index]?.time ?? 0)
  const change = (span: Span) => zoom.show(span.first === 0 && span.last === end ? null : span)
  return (
    <LineChart
      className="line-plot-brush"
      data={[...rows]}
      dataKey="time"
      series={[]}
      withXAxis={false}
      withYAxis={false}
      withTooltip={false}
      gridAxis="none"
      accessibilityLayer={false}
      lineChartProps={{ margin: { top: 0, right: 16, bottom: 0, left: 16 } }}
      withBrush
      brushProps={{
        startIndex: first,
        endIndex: last,
        onChange: ({ startIndex, endIndex }) => change({ first: startIndex ?? 0, last: endIndex ?? end }),
        ariaLabel: `Zoom of ${title}: ${moment(first)} to ${moment(last)}`,
        height: 28,
        dy: 0,
        travellerWidth: 24,
        traveller: Handle,
        tickFormatter: () => '',
        fill: 'transparent',
        stroke: 'var(--color-control)',
      }}
    />
  )
}
