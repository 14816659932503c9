import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { Pay } from '../contract/contract.ts'

const ReportDialog = lazyPart(() => import('./report-dialog.tsx'), 'ReportDialog')

type Report = Pay['reports'][number]

const states: Record<Report['status'], { label: string; tone: Tone }> = {
  waiting: { label: 'Looking for it', tone: 'warn' },
  matched: { label: 'Received', tone: 'ok' },
  dismissed: { label: 'Not found', tone: 'bad' },
}

/** Transfers that the customer reported. */
export function PayReports({ pay }: { pay: Pay }) {
  const reporting = useDialog<Pay>()
  return (
    <section className="pay-way" aria-label="Your transfer">
      <h3>Have you paid?</h3>
      <p className="pay-quiet">
        Tell us your transfer reference (UTR) and we will find it sooner. We confirm payments within 24 hours.
      </p>
      {pay.reports.length > 0 && (
        <ul className="pay-reports">
          {pay.reports.map(({ id, reference, status, createdAt }) => (
            <li key={id}>
              <span className="mono">{reference}</span> <StatusBadge status={status} {...states[status]} />
              <span className="pay-quiet">
                {' '}
                <DateTime at={createdAt} as="relative" />
              </span>
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="button" onClick={() => reporting.open(pay)}>
        Enter the reference…
      </button>
      {reporting.subject && (
        <ReportDialog
          key={reporting.key}
          pay={reporting.subject}
          opened={reporting.isOpen}
          onClose={reporting.close}
        />
      )}
    </section>
  )
}
