import { Link } from '@tanstack/react-router'
import { formatAmount } from '#shared/money/money.ts'
import { formatDate } from '#shared/time.ts'
import { useNow } from '#web/ui/values/values.tsx'
import type { Due } from '../contract/contract.ts'
import { describeDue } from './describe-due.ts'

/** Shown directly; any others unfold, so that the services below stay in sight. */
const namedAtOnce = 3

function Lines({ due }: { due: readonly Due[] }) {
  const now = useNow()
  return (
    <ul className="due-lines">
      {due.map((each) => (
        <li key={each.id}>
          <span>
            <strong>{each.name}</strong>
            {each.kind === 'planChange' && ', plan change'}: {formatAmount(each.amount)},{' '}
            {each.isOverdue ? 'was due on' : 'due by'} {formatDate(each.dueAt)}. {describeDue(each, now)}
          </span>
          <Link to="/profile/billing" search={{ invoice: each.invoiceId }} className="due-pay">
            Pay {each.number}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Unpaid invoices, each with its consequence and a button to pay it. */
export function DueLines({ due }: { due: readonly Due[] }) {
  const isBad = due.some(({ isOverdue, isSuspended }) => isOverdue || isSuspended)
  const others = due.slice(namedAtOnce)
  return (
    <section
      aria-label={isBad ? 'Overdue' : 'To be paid'}
      className="dashboard-notice due-notice"
      data-bad={isBad || undefined}
    >
      <Lines due={due.slice(0, namedAtOnce)} />
      {others.length > 0 && (
        <details>
          <summary>{others.length} more</summary>
          <Lines due={others} />
        </details>
      )}
    </section>
  )
}
