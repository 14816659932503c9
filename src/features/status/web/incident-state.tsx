import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import type { IncidentState as State } from '../contract.ts'

const tones: Record<State, Tone> = {
  investigating: 'bad',
  identified: 'bad',
  monitoring: 'warn',
  resolved: 'ok',
}

export const IncidentState = ({ state }: { state: State }) => (
  <StatusBadge status={state} tone={tones[state]} />
)
