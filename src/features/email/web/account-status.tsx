import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx'
import type { EmailAccount } from '../contract.ts'

const tones: Record<EmailAccount['status'], Tone> = { active: 'ok', pending: 'warn', suspended: 'bad' }

export const AccountStatus = ({ status }: Pick<EmailAccount, 'status'>) => (
  <StatusBadge status={status} tone={tones[status]} />
)
