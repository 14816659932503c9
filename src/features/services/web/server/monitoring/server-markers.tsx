import type { Metrics } from '#features/monitoring/contract/contract.ts'
import { formatExactMoment, second } from '#shared/time.ts'
import type { ChartMarker } from '#web/ui/charts/line-chart-props.ts'
import type { TimelineEvent } from '../../../contract/timeline.ts'
import { eventNames } from '../timeline/event-names.ts'

const marked: readonly TimelineEvent['kind'][] = ['start', 'stop', 'restart', 'crash', 'publish']

/** Events in the range of the charts, newest first. */
export const markedEvents = (
  events: readonly TimelineEvent[],
  { from, to }: Pick<Metrics, 'from' | 'to'>,
): TimelineEvent[] => events.filter(({ kind, at }) => marked.includes(kind) && at >= from && at <= to)

/** Assigns each event to the chart step it happened in. */
export function markersOf(events: readonly TimelineEvent[], stepSeconds: number): ChartMarker[] {
  const stepMs = stepSeconds * second
  return events.map(({ kind, at }) => ({
    time: Math.floor(Date.parse(at) / stepMs) * stepMs,
    isBad: kind === 'crash',
  }))
}

/** The markers as text. */
export function MarkedEvents({ events }: { events: readonly TimelineEvent[] }) {
  if (events.length === 0) return null
  return (
    <section className="server-marked" aria-labelledby="marked-title">
      <h2 id="marked-title">Events on the charts</h2>
      <ul>
        {events.map(({ id, kind, at, detail }) => (
          <li key={id} data-kind={kind}>
            {formatExactMoment(at)}: <strong>{eventNames[kind]}</strong>
            {detail && ` (${detail})`}
          </li>
        ))}
      </ul>
    </section>
  )
}
