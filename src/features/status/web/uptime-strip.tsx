import { formatDay } from '#shared/time.ts'
import type { StatusDay } from '../contract.ts'
import { levelOf, summarise } from './uptime-words.ts'

// A bad day is also shorter, for readers who cannot see the colour; one without data is only a mark on the line.
const heights = { whole: 32, brief: 26, long: 18, unknown: 2 } as const

function Bar({ day: { day, uptimePercent }, place }: { day: StatusDay; place: number }) {
  const level = levelOf(uptimePercent)
  const height = heights[level]
  return (
    <rect x={place * 8} y={32 - height} width="6" height={height} rx="1" data-level={level}>
      <title>{`${formatDay(day)}: ${uptimePercent === null ? 'no data' : `${uptimePercent}%`}`}</title>
    </rect>
  )
}

type UptimeStripProps = { title: string; days: readonly StatusDay[] }

/** One bar a day, with a summary in words and a table. */
export function UptimeStrip({ title, days }: UptimeStripProps) {
  const [first] = days.filter(({ uptimePercent }) => uptimePercent !== null)
  const isWhole = first === undefined || first === days[0]
  return (
    <figure className="uptime">
      <svg
        className="uptime-strip"
        viewBox={`0 0 ${days.length * 8 - 2} 32`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}. ${summarise(days)}`}
      >
        {days.map((day, place) => (
          <Bar key={day.day} day={day} place={place} />
        ))}
      </svg>
      <p className="uptime-ends" aria-hidden="true">
        <span>{isWhole ? `${days.length} days ago` : `Measured since ${formatDay(first.day)}`}</span>
        <span>Today</span>
      </p>
      <ul className="uptime-legend" aria-hidden="true">
        <li data-level="whole">No interruption</li>
        <li data-level="brief">Interrupted, at least 99%</li>
        <li data-level="long">Below 99%</li>
        <li data-level="unknown">No data</li>
      </ul>
      <DaysTable title={title} days={days} />
    </figure>
  )
}

function DaysTable({ title, days }: UptimeStripProps) {
  const known = days.filter(({ uptimePercent }) => uptimePercent !== null).toReversed()
  return (
    <details className="uptime-table">
      <summary>View as table</summary>
      <table>
        <caption>{title} by day, for the days that have data</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Uptime</th>
          </tr>
        </thead>
        <tbody>
          {known.map(({ day, uptimePercent }) => (
            <tr key={day}>
              <th scope="row">{formatDay(day)}</th>
              <td>{uptimePercent}%</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
