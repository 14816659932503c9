import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { yearlyRupees } from '#features/domains/contract/price.ts'
import { formatAmount } from '#shared/money/money.ts'
import { formatDate } from '#shared/time.ts'
import type { DomainBillingProps } from '#web/feature.ts'
import { useSite } from '#web/site.tsx'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { SettingRow } from '#web/ui/forms/setting-row.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Money, useNow } from '#web/ui/values/values.tsx'
import { describeDue } from './describe-due.ts'

const RenewDialog = lazyPart(() => import('./renew-domain-dialog.tsx'), 'RenewDomainDialog')

/** The unpaid invoice of a domain, or the button that renews it. */
export function DomainRow({ domain }: Pick<DomainBillingProps, 'domain'>) {
  const trpc = useTRPC()
  const { areRenewalsOff } = useSite()
  const now = useNow()
  const due = useQuery(trpc.renewals.due.queryOptions())
  const dialog = useDialog<DomainBillingProps['domain']>()
  const open = due.data?.find(({ domainId }) => domainId === domain.id)
  if (open)
    return (
      <SettingRow
        title={open.kind === 'domain' ? 'Registration' : 'Renewal'}
        text={`${formatAmount(open.amount)}, ${open.isOverdue ? 'was due on' : 'due by'} ${formatDate(open.dueAt)}. ${describeDue(open, now)}`}
      >
        <Link to="/profile/billing" search={{ invoice: open.invoiceId }} className="button">
          Pay {open.number}
        </Link>
      </SettingRow>
    )
  if (areRenewalsOff)
    return (
      <SettingRow
        title="Renewal"
        text={`Registered until ${formatDate(domain.expires)}. Renewals are not billed here.`}
      >
        <Link to="/contact" className="button">
          Contact us
        </Link>
      </SettingRow>
    )
  return (
    <SettingRow
      title="Renewal"
      text={
        <>
          Paid until {formatDate(domain.expires)}. Another year costs <Money rupees={yearlyRupees} />.
        </>
      }
    >
      <button type="button" className="button" disabled={!due.data} onClick={() => dialog.open(domain)}>
        Renew…
      </button>
      {dialog.subject && (
        <RenewDialog key={dialog.key} domain={dialog.subject} opened={dialog.isOpen} onClose={dialog.close} />
      )}
    </SettingRow>
  )
}
