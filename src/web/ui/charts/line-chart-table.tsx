import { useEffect, useRef, useState } from 'react'
import type { ChartSeries } from './line-chart-props.ts'

type LineChartTableProps = {
  title: string
  times: readonly number[]
  series: readonly ChartSeries[]
  formatMoment: (time: number) => string
  format: (value: number | null | undefined) => string
}

/** The same values as a table, newest first: rendered on request, and in the page itself for visitors without a script. */
export function LineChartTable(props: LineChartTableProps) {
  const { title } = props
  const [isOpen, setOpen] = useState(false)
  const details = useRef<HTMLDetailsElement>(null)
  // It may have been opened before hydration.
  useEffect(() => setOpen(details.current?.open ?? false), [])
  return (
    <details
      className="line-chart-details"
      ref={details}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        View as table<span className="visually-hidden">: {title}</span>
      </summary>
      {isOpen ? (
        <Rows {...props} />
      ) : (
        <noscript>
          <Rows {...props} />
        </noscript>
      )}
    </details>
  )
}

function Rows({ title, times, series, formatMoment, format }: LineChartTableProps) {
  const rows = times.map((time, index) => ({ time, index })).reverse()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1).
    <section className="line-chart-scroll" aria-label={`Table of ${title}`} tabIndex={0}>
      <table className="line-chart-table">
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ label }) => (
              <th scope="col" key={label}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ time, index }) => (
            <tr key={time}>
              <th scope="row">{formatMoment(time)}</th>
              {series.map(({ label, values }) => (
                <td key={label}>{format(values[index])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
