import type { ReactNode } from 'react'
import { formatMoment } from '#shared/time.ts'
import type { Status } from '../contract.ts'
import { UptimeStrip } from './uptime-strip.tsx'
import { formatWait } from './uptime-words.ts'

type Known<Name extends keyof Status> = NonNullable<Status[Name]>

/** The figures that are known, each with what it counts. */
export function StatusFigures({ status: { portal, approvals, restoreTests } }: { status: Status }) {
  return (
    <>
      {portal && <Uptime portal={portal} />}
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

function Uptime({ portal }: { portal: Known<'portal'> }) {
  const { uptimePercent, daysWithData, days } = portal
  const known = daysWithData === 1 ? 'the 1 day' : `the ${daysWithData} days`
  return (
    <Figure
      title="Uptime of the portal"
      value={`${uptimePercent}%`}
      meaning={`Share of the minutes in which the portal ran and could write to its database, over ${known} of the last ${days.length} that have data. Planned maintenance counts as downtime.`}
    >
      <UptimeStrip portal={portal} />
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
