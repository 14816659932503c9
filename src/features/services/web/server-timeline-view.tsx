import { useState } from 'react'
import { formatMoment } from '#shared/time.ts'
import type { Timeline, TimelineBackup } from '../contract/timeline.ts'
import type { Service } from '../contract.ts'
import { TimelineEventDetails } from './server-timeline-event.tsx'
import { TimelineLine } from './server-timeline-line.tsx'

/** The band of the line in words. */
function uptimeSentence({ uptime }: Timeline): string {
  if (uptime.length === 0) return 'Uptime is kept for seven days.'
  if (uptime.every(({ state }) => state === 'unknown')) return 'No uptime was measured in this time.'
  const broken = uptime.filter(({ state }) => state === 'down' || state === 'partial').length
  return broken === 0
    ? 'Up whenever it was measured.'
    : `With interruptions in ${broken} of ${uptime.length} blocks.`
}

type TimelineViewProps = {
  timeline: Timeline
  service: Service
  onGoBack: (backup: TimelineBackup) => void
}

const legend = [
  { text: 'Backup, with a tick when verified', kind: 'backup', isVerified: true },
  { text: 'Publish', kind: 'publish', isVerified: false },
  { text: 'Crash', kind: 'crash', isVerified: false },
  { text: 'Start, stop, restart', kind: 'restart', isVerified: false },
] as const

const TimelineLegend = () => (
  <ul className="timeline-legend" aria-hidden="true">
    {legend.map(({ text, kind, isVerified }) => (
      <li key={kind}>
        <span className="timeline-mark" data-kind={kind} data-verified={isVerified ? '' : undefined} /> {text}
      </li>
    ))}
  </ul>
)

/** A page of the timeline: the line, the event that is pointed to, and all of them as a list. */
export function TimelineView({ timeline, service, onGoBack }: TimelineViewProps) {
  const { from, to, events } = timeline
  const [chosenId, choose] = useState<string | undefined>(events[0]?.id)
  const chosen = events.find(({ id }) => id === chosenId) ?? events[0]
  const canRestore = service.status === 'active'
  if (!chosen) {
    return (
      <p className="server-quiet">
        Nothing happened from {formatMoment(from)} to {formatMoment(to)}.
      </p>
    )
  }
  return (
    <>
      <TimelineLine timeline={timeline} chosenId={chosen.id} choose={choose} />
      <TimelineLegend />
      <p className="server-quiet">{uptimeSentence(timeline)}</p>
      <div className="timeline-chosen">
        <TimelineEventDetails event={chosen} canRestore={canRestore} onGoBack={onGoBack} />
      </div>
      {!canRestore && <p className="server-quiet">Going back needs an active service.</p>}
      <details className="line-chart-details">
        <summary>View as list</summary>
        <ol className="timeline-list">
          {events.map((event) => (
            <li key={event.id}>
              <TimelineEventDetails event={event} canRestore={canRestore} onGoBack={onGoBack} />
            </li>
          ))}
        </ol>
      </details>
    </>
  )
}
