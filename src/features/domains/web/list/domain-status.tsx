import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import { statusName } from '../../contract/texts.ts'

const tones = new Map<string, Tone>(
  Object.entries({ active: 'ok', pending: 'warn', expired: 'bad', error: 'bad' }),
)

export const DomainStatus = ({ status }: { status: string }) => (
  <StatusBadge status={status} tone={tones.get(status) ?? 'neutral'} label={statusName(status)} />
)
