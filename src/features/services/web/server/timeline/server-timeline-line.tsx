import { type KeyboardEvent, useId } from 'react'
import { countText } from '#shared/text/count-text.ts'
import { formatMoment } from '#shared/time.ts'
import { useWidth } from '#web/ui/use-width.ts'
import type { Timeline } from '../../../contract/timeline.ts'
import { eventNames } from './event-names.ts'
import { type EventGroup, groupEvents, scaleOf } from './server-timeline-groups.ts'

type TimelineLineProps = {
  timeline: Timeline
  /** Start of the line. */
  from: string
  chosenId: string
  choose: (group: EventGroup) => void
  /** A press on a mark with several events. */
  onOpen: () => void
}

/** The width of a mark, and of the line on a phone, in pixels. */
const [markWidth, narrow] = [28, 320]

function nameOf({ newest, events }: EventGroup): string {
  const oldest = events.at(-1) ?? newest
  if (oldest !== newest)
    return `${formatMoment(oldest.at)} to ${formatMoment(newest.at)}: ${countText(events.length, 'event')}`
  const { kind, at, detail, backup } = newest
  return `${formatMoment(at)}: ${eventNames[kind]}${detail ? `, ${detail}` : ''}${backup?.isVerified ? ', verified' : ''}`
}

/** Step in the newest-first list, which is drawn in reverse order. */
const moves: Record<string, (place: number, last: number) => number> = {
  ArrowLeft: (place, last) => Math.min(last, place + 1),
  ArrowRight: (place) => Math.max(0, place - 1),
  Home: (_, last) => last,
  End: () => 0,
}

/**
 * The uptime as a band with events on it: one Tab stop, with arrow keys between events. Events too close to distinguish share a
 * mark with their number.
 */
export function TimelineLine({ timeline, from, chosenId, choose, onOpen }: TimelineLineProps) {
  const { to, events, uptime } = timeline
  const lineId = useId()
  const { ref, width } = useWidth<HTMLDivElement>(narrow)
  const placeOf = scaleOf(from, to)
  const groups = groupEvents(events, placeOf, (100 * markWidth) / width)
  const isChosen = (group: EventGroup) => group.events.some(({ id }) => id === chosenId)
  const markId = (id: string) => `${lineId}-${id}`
  const move = (event: KeyboardEvent) => {
    const next = groups[moves[event.key]?.(groups.findIndex(isChosen), groups.length - 1) ?? -1]
    if (!next) return
    event.preventDefault()
    choose(next)
    document.getElementById(markId(next.newest.id))?.focus()
  }
  return (
    <>
      <div
        ref={ref}
        className="timeline-line"
        role="toolbar"
        aria-label="Events of this site"
        onKeyDown={move}
      >
        <div className="timeline-band" aria-hidden="true">
          {uptime.map(({ from: start, to: end, state }) => (
            <span
              key={start}
              data-state={state}
              style={{ left: `${placeOf(start)}%`, width: `calc(${placeOf(end) - placeOf(start)}% + 1px)` }}
            />
          ))}
        </div>
        {groups.map((group) => (
          <Mark
            key={group.newest.id}
            id={markId(group.newest.id)}
            group={group}
            isChosen={isChosen(group)}
            place={placeOf(group.newest.at)}
            onChoose={() => choose(group)}
            onOpen={onOpen}
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

type MarkProps = {
  id: string
  group: EventGroup
  isChosen: boolean
  place: number
  onChoose: () => void
  onOpen: () => void
}

function Mark({ id, group, isChosen, place, onChoose, onOpen }: MarkProps) {
  const { newest, events } = group
  const isOne = events.length === 1
  return (
    <button
      id={id}
      type="button"
      className="timeline-mark"
      data-kind={isOne ? newest.kind : 'several'}
      data-bad={events.some(({ kind }) => kind === 'crash') || undefined}
      data-verified={isOne && newest.backup?.isVerified ? '' : undefined}
      aria-label={nameOf(group)}
      aria-pressed={isChosen}
      tabIndex={isChosen ? 0 : -1}
      style={{ left: `${place}%` }}
      onPointerEnter={onChoose}
      onFocus={onChoose}
      onClick={() => {
        onChoose()
        if (!isOne) onOpen()
      }}
    >
      {!isOne && <span className="timeline-count">{events.length}</span>}
    </button>
  )
}
