import { type KeyboardEvent, useId } from 'react'
import { formatMoment } from '#shared/time.ts'
import type { Timeline, TimelineEvent } from '../contract/timeline.ts'
import { eventNames } from './event-names.ts'

type TimelineLineProps = { timeline: Timeline; chosenId: string; choose: (id: string) => void }

const nameOf = ({ kind, at, detail, backup }: TimelineEvent): string =>
  `${formatMoment(at)}: ${eventNames[kind]}${detail ? `, ${detail}` : ''}${backup?.isVerified ? ', verified' : ''}`

/** How far to move in a list that runs from the newest to the oldest, which is drawn the other way round. */
const moves: Record<string, (place: number, last: number) => number> = {
  ArrowLeft: (place, last) => Math.min(last, place + 1),
  ArrowRight: (place) => Math.max(0, place - 1),
  Home: (_, last) => last,
  End: () => 0,
}

/** Where each moment is on the line, in percent. */
const scaleOf = ({ from, to }: Pick<Timeline, 'from' | 'to'>) => {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  return (at: string): number =>
    Math.min(100, Math.max(0, (100 * (Date.parse(at) - start)) / Math.max(1, end - start)))
}

/** The uptime as a band with the events on it: one stop of the Tab key, and arrow keys go from one event to the next. */
export function TimelineLine({ timeline, chosenId, choose }: TimelineLineProps) {
  const { from, to, events, uptime } = timeline
  const lineId = useId()
  const placeOf = scaleOf(timeline)
  const markId = (id: string) => `${lineId}-${id}`
  const move = (event: KeyboardEvent) => {
    const place = events.findIndex(({ id }) => id === chosenId)
    const next = events[moves[event.key]?.(place, events.length - 1) ?? -1]
    if (!next) return
    event.preventDefault()
    choose(next.id)
    document.getElementById(markId(next.id))?.focus()
  }
  return (
    <>
      <div className="timeline-line" role="toolbar" aria-label="Events of this site" onKeyDown={move}>
        <div className="timeline-band" aria-hidden="true">
          {uptime.map(({ from: start, to: end, state }) => (
            <span
              key={start}
              data-state={state}
              style={{ left: `${placeOf(start)}%`, width: `calc(${placeOf(end) - placeOf(start)}% + 1px)` }}
            />
          ))}
        </div>
        {events.map((event) => (
          <button
            key={event.id}
            id={markId(event.id)}
            type="button"
            className="timeline-mark"
            data-kind={event.kind}
            data-verified={event.backup?.isVerified ? '' : undefined}
            aria-label={nameOf(event)}
            aria-pressed={event.id === chosenId}
            tabIndex={event.id === chosenId ? 0 : -1}
            style={{ left: `${placeOf(event.at)}%` }}
            onPointerEnter={() => choose(event.id)}
            onFocus={() => choose(event.id)}
            onClick={() => choose(event.id)}
          />
        ))}
      </div>
      <div className="server-strip-ends">
        <span>{formatMoment(from)}</span>
        <span>{formatMoment(to)}</span>
      </div>
    </>
  )
}
