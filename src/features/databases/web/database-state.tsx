import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import type { Database } from '../contract/contract.ts'

type Standing = Pick<Database, 'status' | 'isOpen' | 'reason'>

/** Why a database cannot be used at the moment; empty when it can. */
export function obstacleOf({ status, isOpen, reason }: Standing): string | undefined {
  if (status === 'active' && isOpen) return undefined
  if (reason) return reason
  if (status === 'pending') return isOpen ? 'The latest change is not applied yet.' : 'It is not ready yet.'
  return status === 'failed' ? 'The database server rejected it.' : 'Closed while the service is suspended.'
}

/** The state of a database in a word. */
export const DatabaseState = ({ database: { status, isOpen } }: { database: Standing }) =>
  status === 'active' && !isOpen ? (
    <StatusBadge status="closed" tone="bad" />
  ) : (
    <StatusBadge status={status} {...(status === 'failed' ? { tone: 'bad' as const } : {})} />
  )
