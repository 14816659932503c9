import { formatMoment } from '#shared/time.ts'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import type { TimelineBackup, TimelineEvent } from '../../../contract/timeline.ts'
import { eventNames } from './event-names.ts'

type TimelineEventDetailsProps = {
  event: TimelineEvent
  /** Whether the service can be restored now. */
  canRestore: boolean
  onGoBack: (backup: TimelineBackup) => void
}

/** An event as text; a backup has a restore button. */
export function TimelineEventDetails({ event, canRestore, onGoBack }: TimelineEventDetailsProps) {
  const { kind, at, detail, backup } = event
  return (
    <div className="timeline-event">
      <span>
        <span className="timeline-at">{formatMoment(at)}</span> <strong>{eventNames[kind]}</strong>
        {detail && `: ${detail}`}{' '}
        {backup?.isVerified && <StatusBadge status="verified" tone="ok" label="Verified" />}
      </span>
      {backup?.canRestore && (
        <button
          type="button"
          className="button"
          disabled={!canRestore}
          aria-label={`Go back to here: ${formatMoment(at)}`}
          onClick={() => onGoBack(backup)}
        >
          Go back to here
        </button>
      )}
    </div>
  )
}
