import { formatDate } from '#shared/time.ts'
import type { Due } from '../contract/contract.ts'

type Known = Pick<Due, 'kind' | 'deadline' | 'isSuspended'>

/** What follows when an invoice stays unpaid, what followed already, or what waits for it. */
export function sayDue({ kind, deadline, isSuspended }: Known, now: Date | null): string {
  if (isSuspended) return 'Suspended until this is paid.'
  if (kind === 'planChange') return 'The plan changes as soon as you pay.'
  if (!deadline) return ''
  const isPast = now !== null && new Date(deadline) <= now
  if (kind === 'renewal')
    return isPast ? 'Suspension is about to start.' : `If unpaid, suspended on ${formatDate(deadline)}.`
  return isPast ? 'Expired.' : `If unpaid, expires on ${formatDate(deadline)}.`
}
