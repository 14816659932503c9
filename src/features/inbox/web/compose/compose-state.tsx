import { formatClock } from '#shared/time.ts'
import type { DraftKeeper, DraftState } from './draft-keeper.ts'

/** The save state of the draft, the reason of a failure, and how to resolve it. */
export function ComposeState({ keeper, state }: { keeper: DraftKeeper; state: DraftState }) {
  const { phase, savedAt, reason } = state
  return (
    <div className="compose-state" role="status" data-failed={reason !== null || undefined}>
      <span>{textOf(phase, savedAt, reason)}</span>
      {phase === 'stale' && (
        <>
          <button type="button" className="button" onClick={() => void keeper.overwrite()}>
            Keep this text
          </button>
          <button type="button" className="button" onClick={() => void keeper.load()}>
            Load the other version
          </button>
        </>
      )}
    </div>
  )
}

function textOf(phase: DraftState['phase'], savedAt: string | null, reason: string | null): string {
  if (reason !== null) return phase === 'failed' || phase === 'stale' ? `Not saved: ${reason}` : reason
  if (phase === 'saving' || phase === 'changed') return 'Saving…'
  return savedAt === null ? '' : `Saved ${formatClock(savedAt)}`
}
