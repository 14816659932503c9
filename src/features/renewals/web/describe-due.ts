import { formatDate } from '#shared/time.ts'
import type { Due } from '../contract/contract.ts'

type DueFacts = Pick<Due, 'kind' | 'deadline' | 'isSuspended'>

/** The consequence of an unpaid invoice, before or after it, or the effect of its payment. */
export function describeDue({ kind, deadline, isSuspended }: DueFacts, now: Date | null): string {
  if (isSuspended) return 'Suspended until this is paid.'
  if (kind === 'planChange') return 'The plan changes as soon as you pay.'
  if (!deadline) return ''
  const isPast = now !== null && new Date(deadline) <= now
  if (kind === 'renewal')
    return isPast ? 'Suspension is imminent.' : `If unpaid, suspended on ${formatDate(deadline)}.`
  return isPast ? 'Expired.' : `If unpaid, expires on ${formatDate(deadline)}.`
}
