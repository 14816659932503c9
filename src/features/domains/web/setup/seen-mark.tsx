import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import type { SeenRecord } from '../../contract/pointing.ts'

const tones: Record<SeenRecord['state'], Tone> = {
  found: 'ok',
  missing: 'neutral',
  differs: 'warn',
  unasked: 'neutral',
}

const longest = 40
const shorten = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text)

function wordsOf(state: SeenRecord['state'], found: readonly string[]): string {
  const values = found.map(shorten).join(', ')
  if (state === 'found') return found.length === 1 && values.length < longest ? `Found ${values}` : 'Found'
  if (state === 'differs') return `Found ${values} instead`
  return state === 'missing' ? 'Not found yet' : 'Could not check'
}

type SeenMarkProps = { state: SeenRecord['state'] | undefined; found: readonly string[] }

/** The value found for a record; pending without a state. */
export const SeenMark = ({ state, found }: SeenMarkProps) => (
  <span className="domain-wanted-state">
    {state ? (
      <StatusBadge status={state} tone={tones[state]} label={wordsOf(state, found)} />
    ) : (
      <span className="quiet">Checking…</span>
    )}
  </span>
)
