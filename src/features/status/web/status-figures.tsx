import type { ReactNode } from 'react'
import { countText } from '#shared/text/count-text.ts'
import { waitText } from '#shared/text/wait-text.ts'
import { formatMoment } from '#shared/time.ts'
import type { Status, Uptime } from '../contract.ts'
import { UptimeStrip } from './uptime-strip.tsx'

type FigureOf<Name extends keyof Status> = NonNullable<Status[Name]>

/** The known figures, each with its unit. */
export function StatusFigures({ status: { portal, sites, approvals, restoreTests } }: { status: Status }) {
  return (
    <div className="status-figures">
      {portal && (
        <UptimeFigure
          title="Portal uptime"
          uptime={portal}
          rhythm="every minute"
          note="Planned maintenance counts as downtime."
        />
      )}
      {sites && (
        <UptimeFigure
          title="Customer site uptime"
          uptime={sites}
          rhythm="every 5 seconds on each site"
          note="Sites that are suspended, stopped by their owners, or stopped after repeated crashes do not count."
        />
      )}
      {approvals && <Approvals approvals={approvals} />}
      {restoreTests && <RestoreTests tests={restoreTests} />}
    </div>
  )
}

type FigureProps = { title: string; value: string; meaning: ReactNode; children?: ReactNode }

function Figure({ title, value, meaning, children }: FigureProps) {
  return (
    <section className="status-section status-figure">
      <h2>{title}</h2>
      <p className="status-value">{value}</p>
      {children}
      <p className="status-meaning">{meaning}</p>
    </section>
  )
}

type UptimeProps = { title: string; uptime: Uptime; rhythm: string; note: string }

function UptimeFigure({ title, uptime, rhythm, note }: UptimeProps) {
  const { uptimePercent, daysWithData, days } = uptime
  const measured =
    daysWithData < days.length
      ? `Measured ${rhythm}. ${countText(daysWithData, 'day')} of data so far.`
      : `Measured ${rhythm} over the last ${days.length} days.`
  return (
    <Figure title={title} value={`${uptimePercent}%`} meaning={`${measured} ${note}`}>
      <UptimeStrip title={title} days={days} />
    </Figure>
  )
}

const Approvals = ({ approvals }: { approvals: FigureOf<'approvals'> }) => (
  <Figure
    title="Time to approval"
    value={waitText(approvals.medianSeconds)}
    meaning={`Median time from order to approval, for the ${approvals.orders} orders approved in the last 90 days. Measured ${formatMoment(approvals.measuredAt)}.`}
  />
)

function RestoreTests({ tests }: { tests: FigureOf<'restoreTests'> }) {
  const { tested, services, measuredAt } = tests
  return (
    <Figure
      title="Backups tested"
      value={`${tested} of ${services}`}
      meaning={`Services with at least one backup restored in the last 30 days: by the customer, or in our test, which checks the archive’s hash and unpacks it in full. Measured ${formatMoment(measuredAt)}.`}
    />
  )
}
