import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import type { EmailAccount } from '../../contract.ts'

const tones: Record<EmailAccount['status'], Tone> = { active: 'ok', pending: 'warn', suspended: 'bad' }

/** The state of an account; an active one may still be held up by what it belongs to. */
export const AccountStatus = ({ account: { status, reason } }: { account: EmailAccount }) =>
  status === 'active' && reason !== null ? (
    <StatusBadge status="idle" tone="warn" label="Receives nothing" />
  ) : (
    <StatusBadge status={status} tone={tones[status]} />
  )
