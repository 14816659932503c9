import { formatDay } from '#shared/time.ts'
import type { StatusDay } from '../contract.ts'
import { levelOf, summarise } from './uptime-words.ts'

// A day that went badly is shorter too, for those who do not see the colour.
const heights = { whole: 32, brief: 26, long: 18, unknown: 8 } as const

function Bar({ day: { day, uptimePercent }, place }: { day: StatusDay; place: number }) {
  const level = levelOf(uptimePercent)
  const height = heights[level]
  return (
    <rect x={place * 8} y={32 - height} width="6" height={height} rx="1" data-level={level}>
      <title>{`${formatDay(day)}: ${uptimePercent === null ? 'no data' : `${uptimePercent}%`}`}</title>
    </rect>
  )
}

type UptimeStripProps = { of: string; days: readonly StatusDay[] }

/** One bar a day, with the same in words and as a table. */
export function UptimeStrip({ of, days }: UptimeStripProps) {
  return (
    <figure className="uptime">
      <svg
        className="uptime-strip"
        viewBox={`0 0 ${days.length * 8 - 2} 32`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Uptime of ${of}. ${summarise(days)}`}
      >
        {days.map((day, place) => (
          <Bar key={day.day} day={day} place={place} />
        ))}
      </svg>
      <p className="uptime-ends" aria-hidden="true">
        <span>{days.length} days ago</span>
        <span>Today</span>
      </p>
      <ul className="uptime-legend" aria-hidden="true">
        <li data-level="whole">No interruption</li>
        <li data-level="brief">Interrupted, at least 99%</li>
        <li data-level="long">Below 99%</li>
        <li data-level="unknown">No data</li>
      </ul>
      <DaysTable of={of} days={days} />
    </figure>
  )
}

function DaysTable({ of, days }: UptimeStripProps) {
  const known = days.filter(({ uptimePercent }) => uptimePercent !== null).toReversed()
  return (
    <details className="uptime-table">
      <summary>View as table</summary>
      <table>
        <caption>Uptime of {of} by day, without the days that have no data</caption>
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
