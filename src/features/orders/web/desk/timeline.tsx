import { formatMoment } from '#shared/time.ts'
import { actionWords } from '#web/desk/action-words.ts'
import type { TimelineEntry } from '../../contract/desk.ts'

/** Events of an order, each with its time and actor. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  if (entries.length === 0) return <p className="desk-quiet">No events yet.</p>
  return (
    <ol className="desk-timeline">
      {entries.map((entry) => (
        <li key={`${entry.at} ${entry.action}`}>
          <span title={entry.action}>{actionWords(entry.action)}</span>
          {entry.note && <span>{entry.note}</span>}
          <span className="desk-quiet">
            {entry.actor}, <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
          </span>
        </li>
      ))}
    </ol>
  )
}
