import { type PointerEvent, useId, useState } from 'react'
import {
  areaOf,
  extentOf,
  heightOf,
  nearest,
  pathOf,
  placesOf,
  type Scale,
  scaleTo,
  type Values,
} from './line-chart-scale.ts'
import { LineChartTable } from './line-chart-table.tsx'

/** One line. Its place in the list decides its colour and its dashes; there are three of them. */
export type ChartSeries = { label: string; values: Values }

export type LineChartProps = {
  title: string
  /** Numbers that rise, such as milliseconds: where on the axis the values of every line stand. */
  times: readonly number[]
  series: readonly ChartSeries[]
  /** A point in time, short, under the axis. */
  formatTime: (time: number) => string
  /** A point in time in full, in the table and where it is pointed at. */
  formatMoment?: (time: number) => string
  formatValue: (value: number) => string
  /** Fixed, else one that holds the highest value. */
  scale?: Scale
  /** 1024 for bytes. */
  base?: 10 | 1024
  /** What is said when nothing was measured. */
  emptyText?: string
  /** The point that is looked at, to be shared by charts over the same times; each has its own otherwise. */
  cursor?: { index: number | null; move: (index: number | null) => void }
}

const highestOf = (series: readonly ChartSeries[]): number =>
  series.reduce((highest, { values }) => Math.max(highest, extentOf(values)?.high ?? 0), 0)

const shown = (value: number | null | undefined, format: (value: number) => string): string =>
  typeof value === 'number' ? format(value) : 'not measured'

/** A chart of lines over time: server-rendered SVG with its figures as text, a cursor for pointer and keys, and a table. */
export function LineChart(props: LineChartProps) {
  const { title, times, series, formatTime, formatMoment = formatTime, formatValue } = props
  const { emptyText = 'Nothing was measured yet.' } = props
  const [ownIndex, moveOwn] = useState<number | null>(null)
  const { index, move } = props.cursor ?? { index: ownIndex, move: moveOwn }
  const titleId = useId()
  const at = index === null ? null : Math.min(index, times.length - 1)
  return (
    <figure className="line-chart" aria-labelledby={titleId}>
      <figcaption className="line-chart-head">
        <span className="line-chart-title" id={titleId}>
          {title}
        </span>
        <span className="line-chart-at">{at !== null && at >= 0 && formatMoment(times[at] ?? 0)}</span>
      </figcaption>
      <Legend series={series} at={at} formatValue={formatValue} />
      {series.every(({ values }) => !extentOf(values)) ? (
        <p className="line-chart-empty">{emptyText}</p>
      ) : (
        <>
          <Field {...props} at={at} move={move} />
          <LineChartTable
            {...{ title, times, series, formatMoment }}
            format={(value) => shown(value, formatValue)}
          />
        </>
      )}
    </figure>
  )
}

type LegendProps = Pick<LineChartProps, 'series' | 'formatValue'> & { at: number | null }

/** The chart in words: of every line the value looked at, or the newest, and what it moved between. */
function Legend({ series, at, formatValue }: LegendProps) {
  return (
    <ul className="line-chart-legend">
      {series.map(({ label, values }, place) => {
        const extent = extentOf(values)
        const value = at === null ? extent?.last : values[at]
        return (
          <li key={label} data-series={place + 1}>
            <svg width="18" height="8" viewBox="0 0 18 8" aria-hidden="true" focusable="false">
              <path className="line-chart-line" d="M1 4H17" />
            </svg>
            <span className="line-chart-label">{label}</span>{' '}
            <strong className="figure">{shown(value, formatValue)}</strong>{' '}
            {extent && (
              <span className="line-chart-extent">
                between {formatValue(extent.low)} and {formatValue(extent.high)}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type FieldProps = LineChartProps & { at: number | null; move: (index: number | null) => void }

/** At most five of the times, evenly taken, for the axis. */
function marksOf(times: readonly number[]): number[] {
  const count = Math.min(times.length, 5)
  const last = times.length - 1
  return Array.from({ length: count }, (_, mark) => Math.round((mark * last) / Math.max(1, count - 1)))
}

function Field(props: FieldProps) {
  const { times, series, scale, base, formatTime, formatValue } = props
  const { top, ticks } = scale ?? scaleTo(highestOf(series), base)
  const places = placesOf(times)
  return (
    <div className="line-chart-field">
      <div className="line-chart-ticks" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ top: `${heightOf(tick, top)}%` }}>
            {formatValue(tick)}
          </span>
        ))}
      </div>
      <Plot {...props} places={places} top={top} ticks={ticks} />
      <div className="line-chart-times" aria-hidden="true">
        {marksOf(times).map((mark) => (
          <span key={mark}>{formatTime(times[mark] ?? 0)}</span>
        ))}
      </div>
    </div>
  )
}

type PlotProps = FieldProps & { places: number[]; top: number; ticks: number[] }

function Plot(props: PlotProps) {
  const { title, times, series, formatTime, formatMoment = formatTime, formatValue } = props
  const { at, move, places, top, ticks } = props
  const paths = series.map(({ values }) => pathOf(values, places, top))
  const index = at ?? times.length - 1
  const words = series.map(({ label, values }) => `${label} ${shown(values[index], formatValue)}`)
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    move(nearest(places, ((event.clientX - left) / width) * 100))
  }
  return (
    <div className="line-chart-plot" onPointerMove={point} onPointerLeave={() => move(null)}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <path className="line-chart-grid" d={ticks.map((tick) => `M0 ${heightOf(tick, top)}H100`).join('')} />
        {at !== null && <path className="line-chart-cursor" d={`M${places[at]} 0V100`} />}
        {paths.map((path, place) => (
          <g key={series[place]?.label} data-series={place + 1}>
            {series.length === 1 && <path className="line-chart-area" d={areaOf(path)} />}
            <path className="line-chart-line" d={path} />
          </g>
        ))}
      </svg>
      {at !== null && <Dots {...{ at, places, top, series }} />}
      <input
        type="range"
        aria-label={`Point in time: ${title}`}
        aria-valuetext={`${formatMoment(times[index] ?? 0)}: ${words.join(', ')}`}
        min={0}
        max={times.length - 1}
        value={index}
        onChange={(event) => move(event.currentTarget.valueAsNumber)}
        onBlur={() => move(null)}
      />
    </div>
  )
}

/** Where the lines are at the point that is looked at; outside of the drawing, which is stretched. */
const Dots = ({ at, places, top, series }: Pick<PlotProps, 'places' | 'top' | 'series'> & { at: number }) =>
  series.map(({ label, values }, place) => {
    const value = values[at]
    if (typeof value !== 'number') return null
    const style = { left: `${places[at]}%`, top: `${heightOf(value, top)}%` }
    return <span key={label} className="line-chart-dot" data-series={place + 1} style={style} />
  })
