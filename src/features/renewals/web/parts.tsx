import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#shared/time.ts'
import type { DomainBillingProps, ServiceBillingProps } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

const DueLines = lazyPart(() => import('./due-lines.tsx'), 'DueLines')
const PlanPanel = lazyPart(() => import('./plan/plan-panel.tsx'), 'PlanPanel')
const DomainRow = lazyPart(() => import('./domain-row.tsx'), 'DomainRow')

/** Unpaid invoices with a button to pay; nothing without any. */
export function DueNotice() {
  const trpc = useTRPC()
  const due = useQuery(trpc.renewals.due.queryOptions()).data ?? []
  return due.length > 0 && <DueLines due={due} />
}

/** A service's price, paid term and next invoice; nothing before its activation. */
export const ServiceBilling = ({ service: { id, status } }: ServiceBillingProps) =>
  status !== 'pending' && <PlanPanel id={id} />

/** When a domain expires: an unpaid one before the end of the billed year. */
function DomainExpiry({ domain: { id, expires } }: DomainBillingProps) {
  const trpc = useTRPC()
  const due = useQuery(trpc.renewals.due.queryOptions()).data ?? []
  const deadline = due.find(({ domainId }) => domainId === id)?.deadline
  return deadline ? `Unpaid: expires ${formatDate(deadline)}` : `Expires ${formatDate(expires)}`
}

/** The next year of a domain. */
export const DomainBilling = ({ domain, isBrief = false }: DomainBillingProps) =>
  isBrief ? <DomainExpiry domain={domain} /> : <DomainRow domain={domain} />
