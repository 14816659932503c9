import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#shared/time.ts'
import type { DomainBillingProps, ServiceBillingProps } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

const DueLines = lazyPart(() => import('./due-lines.tsx'), 'DueLines')
const PlanPanel = lazyPart(() => import('./plan/plan-panel.tsx'), 'PlanPanel')
const DomainRow = lazyPart(() => import('./domain-row.tsx'), 'DomainRow')

/** What waits for its money, with the way to pay; nothing when nothing waits. */
export function DueNotice() {
  const trpc = useTRPC()
  const due = useQuery(trpc.renewals.due.queryOptions()).data ?? []
  return due.length > 0 && <DueLines due={due} />
}

/** What a service costs, until when it is paid, and how it goes on; nothing before its activation. */
export const ServiceBilling = ({ service: { id, status } }: ServiceBillingProps) =>
  status !== 'pending' && <PlanPanel id={id} />

/** When a domain expires: an unpaid one sooner than the year that is billed ends. */
function DomainExpiry({ domain: { id, expires } }: DomainBillingProps) {
  const trpc = useTRPC()
  const due = useQuery(trpc.renewals.due.queryOptions()).data ?? []
  const deadline = due.find(({ domainId }) => domainId === id)?.deadline
  return deadline ? `Unpaid: expires ${formatDate(deadline)}` : `Expires ${formatDate(expires)}`
}

/** The next year of a domain. */
export const DomainBilling = ({ domain, isBrief = false }: DomainBillingProps) =>
  isBrief ? <DomainExpiry domain={domain} /> : <DomainRow domain={domain} />
