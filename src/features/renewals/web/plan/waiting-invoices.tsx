import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatAmount } from '#shared/money/money.ts'
import { formatDate } from '#shared/time.ts'
import { useTRPC } from '#web/trpc.ts'
import { useNow } from '#web/ui/values/values.tsx'
import type { Due } from '../../contract/contract.ts'
import { describeDue } from '../describe-due.ts'

/** The name of the new plan of a change; the plan may have left the catalogue meanwhile. */
function PlanName({ id }: { id: string }) {
  const trpc = useTRPC()
  const plans = (useQuery(trpc.catalogue.all.queryOptions()).data ?? []).flatMap(({ plans: all }) => all)
  return plans.find((plan) => plan.id === id)?.name ?? 'another plan'
}

/** Unpaid invoices of a service, with a button to pay each. */
export function WaitingInvoices({ due }: { due: readonly Due[] }) {
  const now = useNow()
  if (due.length === 0) return null
  return (
    <ul className="due-lines plan-due" aria-label="To be paid">
      {due.map((each) => (
        <li key={each.id} data-bad={each.isOverdue || each.isSuspended || undefined}>
          <span>
            <strong>
              {each.planId ? (
                <>
                  Change to <PlanName id={each.planId} />
                </>
              ) : (
                'Next term'
              )}
            </strong>
            : {formatAmount(each.amount)}, {each.isOverdue ? 'was due on' : 'due by'} {formatDate(each.dueAt)}
            . {describeDue(each, now)}
          </span>
          <Link to="/profile/billing" search={{ invoice: each.invoiceId }} className="due-pay">
            Pay {each.number}
          </Link>
        </li>
      ))}
    </ul>
  )
}
