import type { Timeline, TimelineEvent } from '../../../contract/timeline.ts'

/** Events whose marks would lie on top of each other, newest first; its newest one names it and says where it is. */
export type EventGroup = { newest: TimelineEvent; events: readonly TimelineEvent[] }

/** Gathers what is nearer than `gap`, in percent of the line, to the newest of its group. */
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

/** Where the line begins: with the service, if nothing is further back, so that a young one has room for its events. */
export const beginningOf = ({ from, began, earlier }: Line): string =>
  earlier === null && Date.parse(began) > Date.parse(from) ? began : from

/** Where each moment is on the line, in percent. */
export function scaleOf(from: string, to: string): (at: string) => number {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  return (at) => Math.min(100, Math.max(0, (100 * (Date.parse(at) - start)) / Math.max(1, end - start)))
}
