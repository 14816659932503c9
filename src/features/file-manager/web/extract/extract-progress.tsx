import type { ExtractChoice } from '#features/files/contract/extract.ts'
import type { ExtractState } from './use-extract.ts'

const choices: [ExtractChoice, string][] = [
  ['replace', 'Replace'],
  ['keep-both', 'Keep both'],
  ['skip', 'Skip'],
]

const shown = 3

function sentence(conflicts: string[]): string {
  const [first, ...others] = conflicts
  if (others.length === 0) return `${first} already exists.`
  const named = conflicts.slice(0, shown).join(', ')
  const more = conflicts.length - shown
  return more > 0 ? `${named} and ${more} more already exist.` : `${named} already exist.`
}

type ExtractProgressProps = { state: ExtractState; onChoose: (choice: ExtractChoice) => void }

/** Progress of an extraction, its question about existing names, or its error. */
export function ExtractProgress({ state, onChoose }: ExtractProgressProps) {
  if (state.is === 'failed') return <p role="alert">{state.message}</p>
  if (state.is === 'running')
    return (
      <div className="extract-progress">
        <progress value={state.share} max={1} aria-label="Extracting" />
        <span className="tabular">{Math.round(100 * state.share)} %</span>
      </div>
    )
  if (state.is === 'idle') return null
  return (
    <fieldset className="upload-question">
      <legend>{sentence(state.conflicts)}</legend>
      <p>Your answer applies to all of them. Replaced files go to the trash.</p>
      <div className="upload-question-answers">
        {choices.map(([choice, label]) => (
          <button key={choice} type="button" className="button" onClick={() => onChoose(choice)}>
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
