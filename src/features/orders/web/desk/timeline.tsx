import { formatMoment } from '#shared/time.ts'
import type { TimelineEntry } from '../../contract/desk.ts'

/** What happened, when, and by whom. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  if (entries.length === 0) return <p className="desk-quiet">Nothing happened yet.</p>
  return (
    <ol className="desk-timeline">
      {entries.map((entry) => (
        <li key={`${entry.at} ${entry.action}`}>
          <span className="mono">{entry.action}</span>
          {entry.note && <span>{entry.note}</span>}
          <span className="desk-quiet">
            {entry.actor}, <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
          </span>
        </li>
      ))}
    </ol>
  )
}
