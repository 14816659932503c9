import { useState } from 'react'
import { countText } from '#shared/text/count-text.ts'
import { formatMoment } from '#shared/time.ts'
import type { Service } from '../../../contract/contract.ts'
import type { Timeline, TimelineBackup } from '../../../contract/timeline.ts'
import { TimelineEventDetails } from './server-timeline-event.tsx'
import { beginningOf, type EventGroup } from './server-timeline-groups.ts'
import { TimelineLine } from './server-timeline-line.tsx'

/** The uptime band as text. */
function uptimeSentence({ uptime }: Timeline): string {
  if (uptime.length === 0) return 'Uptime is stored for seven days.'
  const measured = uptime.filter(({ state }) => state !== 'unknown')
  const [first] = measured
  if (!first) return 'No uptime measurements in this period.'
  const broken = measured.filter(({ state }) => state !== 'up').length
  return broken === 0
    ? `100% uptime since ${formatMoment(first.from)}.`
    : `With interruptions in ${broken} of ${countText(measured.length, 'block')}.`
}

/** Several events as text; the list has the details. */
const GroupDetails = ({ group: { newest, events } }: { group: EventGroup }) => (
  <p className="timeline-event">
    <span>
      <strong>{countText(events.length, 'event')}</strong>{' '}
      <span className="timeline-at">
        from {formatMoment(events.at(-1)?.at ?? newest.at)} to {formatMoment(newest.at)}
      </span>
    </span>
    <span>Select the mark to list them.</span>
  </p>
)

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

/** A page of the timeline: the line, the selected event, and all events as a list. */
export function TimelineView({ timeline, service, onGoBack }: TimelineViewProps) {
  const { to, events } = timeline
  const from = beginningOf(timeline)
  const [group, choose] = useState<EventGroup>()
  const [isListed, setListed] = useState(false)
  const chosen = events.find(({ id }) => id === group?.newest.id) ?? events[0]
  const canRestore = service.status === 'active'
  if (!chosen) {
    return (
      <p className="server-quiet">
        No events from {formatMoment(from)} to {formatMoment(to)}.
      </p>
    )
  }
  return (
    <>
      <TimelineLine
        timeline={timeline}
        from={from}
        chosenId={chosen.id}
        choose={choose}
        onOpen={() => setListed(true)}
      />
      <TimelineLegend />
      <p className="server-quiet">{uptimeSentence(timeline)}</p>
      <div className="timeline-chosen">
        {group && group.events.length > 1 && chosen.id === group.newest.id ? (
          <GroupDetails group={group} />
        ) : (
          <TimelineEventDetails event={chosen} canRestore={canRestore} onGoBack={onGoBack} />
        )}
      </div>
      {!canRestore && <p className="server-quiet">Going back needs an active service.</p>}
      <details
        className="line-chart-details"
        open={isListed}
        onToggle={({ currentTarget }) => setListed(currentTarget.open)}
      >
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
