import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import type { EmailAccount } from '../../contract/contract.ts'

const tones: Record<EmailAccount['status'], Tone> = { active: 'ok', pending: 'warn', suspended: 'bad' }

/** The state of an account; an active one may still be blocked by its service or domain. */
export function AccountStatus({ account }: { account: EmailAccount }) {
  const { status, reason, isMailOn } = account
  if (status !== 'active' || (reason === null && isMailOn))
    return <StatusBadge status={status} tone={tones[status]} />
  const label = reason === null ? 'Mail not set up' : 'Receives nothing'
  return <StatusBadge status="idle" tone="warn" label={label} />
}
