import { useId, useState } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import { LineChartLegend } from './line-chart-legend.tsx'
import type { LineChartProps } from './line-chart-props.ts'
import { extentOf, measuredTimes } from './line-chart-scale.ts'
import { LineChartTable } from './line-chart-table.tsx'

const LinePlot = lazyPart(() => import('./line-plot.tsx'), 'LinePlot')

const shown = (value: number | null | undefined, format: (value: number) => string): string =>
  typeof value === 'number' ? format(value) : 'not measured'

/**
 * A line chart over time. The server renders its values as text, a table, and a placeholder for the drawing, which
 * loads once the page is shown.
 */
export function LineChart(props: LineChartProps) {
  const {
    title,
    times,
    series,
    formatTime,
    formatMoment = (time: number) => formatTime(time, 0),
    formatValue,
  } = props
  const { emptyText = 'No measurements yet.' } = props
  const [hidden, setHidden] = useState<readonly string[]>([])
  const titleId = useId()
  const [onlyTime = 0, ...furtherTimes] = measuredTimes(props)
  const isOnce = furtherTimes.length === 0
  const toggle = (label: string) =>
    setHidden((before) =>
      before.includes(label) ? before.filter((each) => each !== label) : [...before, label],
    )
  return (
    <figure className="line-chart" aria-labelledby={titleId}>
      <figcaption className="line-chart-title" id={titleId}>
        {title}
      </figcaption>
      <LineChartLegend {...{ series, formatValue, hidden, toggle }} />
      {series.every(({ values }) => !extentOf(values)) ? (
        <p className="line-chart-empty">{emptyText}</p>
      ) : (
        <>
          <Place {...props} hidden={hidden} />
          {isOnce && <p className="line-chart-once">Measured once: {formatMoment(onlyTime)}.</p>}
          <LineChartTable
            {...{ title, times, series, formatMoment }}
            format={(value) => shown(value, formatValue)}
          />
        </>
      )}
    </figure>
  )
}

/** Container of the drawing, with a fixed height. */
function Place(props: LineChartProps & { hidden: readonly string[] }) {
  const [hasFailed, setFailed] = useState(false)
  return (
    <div className="line-chart-place" data-zoom={props.zoom ? '' : undefined}>
      {hasFailed ? (
        <p className="line-chart-empty">
          The chart could not be drawn. Its values are in the table.{' '}
          <button type="button" className="line-chart-retry" onClick={() => setFailed(false)}>
            Try again
          </button>
        </p>
      ) : (
        <LinePlot
          {...props}
          format={(value) => shown(value, props.formatValue)}
          onClose={() => setFailed(true)}
        />
      )}
    </div>
  )
}
