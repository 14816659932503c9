import type { Driver } from '#features/admin/contract.ts'
import type { Tone } from '#web/ui/values/status-badge.tsx'

type State = { status: 'failing' | 'needs setup' | 'working' | 'off'; tone: Tone }

/** A simulated or limited driver never counts as working. */
export function stateOf({ isHealthy, isLimited, mode }: Driver): State {
  if (!isHealthy) return { status: 'failing', tone: 'bad' }
  if (mode === 'off') return { status: 'off', tone: 'neutral' }
  return isLimited ? { status: 'needs setup', tone: 'warn' } : { status: 'working', tone: 'ok' }
}

const rank: Record<State['status'], number> = { failing: 0, 'needs setup': 1, working: 2, off: 3 }

/** Drivers that need attention first, and disabled ones last. */
export const worstFirst = (drivers: readonly Driver[]): Driver[] =>
  drivers.toSorted((one, other) => rank[stateOf(one).status] - rank[stateOf(other).status])
