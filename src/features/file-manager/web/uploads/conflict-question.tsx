import { useState } from 'react'
import type { Answer, Upload } from './upload-state.ts'
import { uploadQueue } from './uploads.ts'

const answers: [Answer, string][] = [
  ['replace', 'Replace'],
  ['keep-both', 'Keep both'],
  ['skip', 'Skip'],
]

type ConflictQuestionProps = {
  uploads: readonly Upload[]
  /** The last question has been answered, and its buttons have disappeared. */
  onLast: () => void
}

/** Asks about the first file whose name already exists, and optionally all others of its upload. */
export function ConflictQuestion({ uploads, onLast }: ConflictQuestionProps) {
  const [choice, setChoice] = useState<boolean>()
  const conflicts = uploads.filter(({ state }) => state === 'conflict')
  const [first] = conflicts
  if (!first) return null
  const { key, batch, file, target, message } = first
  // A dropped folder counts as one.
  const isFolder = uploads.some((each) => each.batch === batch && each.target.path !== target.path)
  const isForAll = choice ?? isFolder
  const answer = (given: Answer) => {
    uploadQueue.answer(key, given, isForAll)
    // The next question may be from another upload.
    setChoice(undefined)
    if (conflicts.every((each) => each === first || (isForAll && each.batch === batch))) onLast()
  }
  return (
    <fieldset className="upload-question">
      <legend>
        {file.name} already exists{target.path && ` in ${target.path}`}.
      </legend>
      {message && <p>{message}</p>}
      <div className="upload-question-answers">
        {answers.map(([given, label]) => (
          <button key={given} type="button" className="button" onClick={() => answer(given)}>
            {label}
          </button>
        ))}
      </div>
      <label className="upload-question-all">
        <input
          type="checkbox"
          className="checkbox"
          checked={isForAll}
          onChange={(event) => setChoice(event.currentTarget.checked)}
        />
        Do this for all files in this upload
      </label>
    </fieldset>
  )
}
