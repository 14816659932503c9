import type { ReactNode } from 'react'
import { formatMoment } from '#shared/time.ts'
import type { Status, Uptime } from '../contract.ts'
import { UptimeStrip } from './uptime-strip.tsx'
import { formatWait } from './uptime-words.ts'

type Known<Name extends keyof Status> = NonNullable<Status[Name]>

/** The figures that are known, each with what it counts. */
export function StatusFigures({ status: { portal, sites, approvals, restoreTests } }: { status: Status }) {
  return (
    <>
      {portal && (
        <UptimeFigure
          of="the portal"
          uptime={portal}
          share="Share of the minutes in which the portal ran and could write to its database"
          note="Planned maintenance counts as downtime."
        />
      )}
      {sites && (
        <UptimeFigure
          of="customers’ sites"
          uptime={sites}
          share="Share of the measurements, one of each site every 5 seconds, in which its web server and the gateway to it ran"
          note="Sites that are suspended, or stopped by their owners or after repeated crashes, are not counted."
        />
      )}
      {approvals && <Approvals approvals={approvals} />}
      {restoreTests && <RestoreTests tests={restoreTests} />}
    </>
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

type UptimeProps = { of: string; uptime: Uptime; share: string; note: string }

function UptimeFigure({ of, uptime, share, note }: UptimeProps) {
  const { uptimePercent, daysWithData, days } = uptime
  const known = daysWithData === 1 ? 'the 1 day' : `the ${daysWithData} days`
  return (
    <Figure
      title={`Uptime of ${of}`}
      value={`${uptimePercent}%`}
      meaning={`${share}, over ${known} of the last ${days.length} that have data. ${note}`}
    >
      <UptimeStrip of={of} days={days} />
    </Figure>
  )
}

const Approvals = ({ approvals }: { approvals: Known<'approvals'> }) => (
  <Figure
    title="Time to approval"
    value={formatWait(approvals.medianSeconds)}
    meaning={`Median time from placing an order to its approval, of the ${approvals.orders} orders approved in the last 90 days. Measured ${formatMoment(approvals.measuredAt)}.`}
  />
)

function RestoreTests({ tests }: { tests: Known<'restoreTests'> }) {
  const { tested, services, measuredAt } = tests
  return (
    <Figure
      title="Backups tested"
      value={`${tested} of ${services}`}
      meaning={`Services with completed backups, one of which was put back in the last 30 days: its archive checked against its hash and unpacked whole into a scratch folder, or restored by the customer. Measured ${formatMoment(measuredAt)}.`}
    />
  )
}
