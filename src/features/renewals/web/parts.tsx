import { useQuery } from '@tanstack/react-query'
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

/** The next year of a domain. */
export const DomainBilling = ({ domain }: DomainBillingProps) => <DomainRow domain={domain} />
