import type { Timeline, TimelineEvent } from '../../../contract/timeline.ts'

/** Events whose marks would overlap, newest first; the newest one sets the label and the position. */
export type EventGroup = { newest: TimelineEvent; events: readonly TimelineEvent[] }

/** Groups events closer than `gap`, in percent of the line, to the newest of their group. */
export function groupEvents(
  events: readonly TimelineEvent[],
  placeOf: (at: string) => number,
  gap: number,
): EventGroup[] {
  const groups: { newest: TimelineEvent; events: TimelineEvent[] }[] = []
  for (const event of events) {
    const group = groups.at(-1)
    if (group && placeOf(group.newest.at) - placeOf(event.at) < gap) group.events.push(event)
    else groups.push({ newest: event, events: [event] })
  }
  return groups
}

type Line = Pick<Timeline, 'from' | 'began' | 'earlier'>

/** Start of the line: the service's start if no event is earlier, so that a young one has room for its events. */
export const beginningOf = ({ from, began, earlier }: Line): string =>
  earlier === null && Date.parse(began) > Date.parse(from) ? began : from

/** Position of a time on the line, in percent. */
export function scaleOf(from: string, to: string): (at: string) => number {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  return (at) => Math.min(100, Math.max(0, (100 * (Date.parse(at) - start)) / Math.max(1, end - start)))
}
