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

/** Asks about the first file whose name is taken, and on request for all others of its upload at once. */
export function ConflictQuestion({ uploads, onLast }: ConflictQuestionProps) {
  const [isForAll, setForAll] = useState(false)
  const asked = uploads.filter(({ state }) => state === 'conflict')
  const [first] = asked
  if (!first) return null
  const { key, batch, file, target, message } = first
  const answer = (choice: Answer) => {
    uploadQueue.answer(key, choice, isForAll)
    // The next question may be of another upload.
    setForAll(false)
    if (asked.every((each) => each === first || (isForAll && each.batch === batch))) onLast()
  }
  return (
    <fieldset className="upload-question">
      <legend>
        {file.name} exists already{target.path && ` in ${target.path}`}.
      </legend>
      {message && <p>{message}</p>}
      <div className="upload-question-answers">
        {answers.map(([choice, label]) => (
          <button key={choice} type="button" className="button" onClick={() => answer(choice)}>
            {label}
          </button>
        ))}
      </div>
      <label className="upload-question-all">
        <input
          type="checkbox"
          checked={isForAll}
          onChange={(event) => setForAll(event.currentTarget.checked)}
        />
        Do this for all files in this upload
      </label>
    </fieldset>
  )
}
