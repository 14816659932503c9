import type { ReactNode } from 'react'
import type { ChartSeries } from './line-chart-props.ts'
import { extentOf } from './line-chart-scale.ts'

type LegendProps = {
  series: readonly ChartSeries[]
  formatValue: (value: number) => string
  hidden: readonly string[]
  toggle: (label: string) => void
}

/** The chart's legend: each line's newest, lowest and highest value. With several lines, each can be hidden. */
export function LineChartLegend({ series, formatValue, hidden, toggle }: LegendProps) {
  return (
    <ul className="line-chart-legend">
      {series.map(({ label, values }, place) => {
        const extent = extentOf(values)
        return (
          <li key={label} data-series={place + 1}>
            <Label
              isShown={!hidden.includes(label)}
              {...(series.length > 1 ? { toggle: () => toggle(label) } : {})}
            >
              {label}
            </Label>{' '}
            <strong className="tabular">{extent ? formatValue(extent.last) : 'not measured'}</strong>{' '}
            {extent && (
              <span className="line-chart-extent">
                min {formatValue(extent.low)} · max {formatValue(extent.high)}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type LabelProps = { isShown: boolean; toggle?: () => void; children: ReactNode }

/** A line's dashes and name; a button if it can be hidden. */
function Label({ isShown, toggle, children }: LabelProps) {
  const content = (
    <>
      <svg width="18" height="8" viewBox="0 0 18 8" aria-hidden="true" focusable="false">
        <path d="M1 4H17" />
      </svg>
      {children}
    </>
  )
  if (!toggle) return <span className="line-chart-label">{content}</span>
  return (
    <button type="button" className="line-chart-label" aria-pressed={isShown} onClick={toggle}>
      {content}
    </button>
  )
}
