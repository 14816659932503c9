import type { AuditRow } from '#features/admin/contract.ts'
import { formatRelative } from '#shared/time.ts'
import { useNow } from '#web/ui/values/values.tsx'

const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})

/** `21 Nov 2026, 14:05:10 IST` */
const exact = (at: string): string => `${format.format(new Date(at))} IST`

/** Relative time, with the exact second in the title. */
export function AuditTime({ at }: { at: string }) {
  const now = useNow()
  const moment = exact(at)
  return (
    <time className="tabular" dateTime={at} title={moment}>
      {now ? formatRelative(new Date(at) > now ? now : at, now) : moment}
    </time>
  )
}

/** A stored entry: the exact time, and the names and ids that its sentence omits. */
export function AuditDetail({ entry }: { entry: AuditRow }) {
  const { at, action, actor, by, targetType, targetId, note, requestId } = entry
  const facts: [name: string, value: string | null][] = [
    ['Time', exact(at)],
    ['Action', action],
    ['By', by?.email ?? actor],
    ['Object', targetId === null ? targetType : `${targetType} ${targetId}`],
    ['Note', note],
    ['Request', requestId],
  ]
  return (
    <details className="audit-detail">
      <summary>Details</summary>
      <dl className="desk-facts">
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </details>
  )
}
