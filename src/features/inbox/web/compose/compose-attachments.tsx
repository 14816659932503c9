import { useRef } from 'react'
import { mib } from '#shared/bytes.ts'
import { CloseIcon, drawIcon } from '#web/ui/icons.tsx'
import { Bytes } from '#web/ui/values/values.tsx'
import type { DraftKeeper, DraftState } from './draft-keeper.ts'

const ClipIcon = drawIcon(
  'M19.5 11.5l-7.8 7.8a5 5 0 01-7-7l8.3-8.3a3.3 3.3 0 014.7 4.7l-8.3 8.2a1.6 1.6 0 01-2.3-2.3l7.2-7.2',
)

/** The space for files in a message of 25 MB after encoding, beside its text. */
const mostBytes = 18 * mib
const mostText = '18 MB'

/** Attaches the files that fit and reports those that do not. */
export function attachFitting(keeper: DraftKeeper, files: readonly File[]): void {
  let used = keeper.read().attachments.reduce((sum, { size }) => sum + size, 0)
  const fitting = files.filter(({ size }) => {
    if (used + size > mostBytes) return false
    used += size
    return true
  })
  const left = files.find((file) => !fitting.includes(file))
  void keeper.attach(fitting).then(() => {
    if (left)
      keeper.refuse(`${left.name} is too large: the files of a message have at most ${mostText} together.`)
  })
}

/** The files of a draft, and uploads in progress. */
export function ComposeAttachments({ keeper, state }: { keeper: DraftKeeper; state: DraftState }) {
  const { attachments, uploads } = state
  if (attachments.length + uploads.length === 0) return null
  return (
    <ul className="compose-files" aria-label="Attachments">
      {attachments.map((attachment) => (
        <li key={`${attachment.n} ${attachment.name}`}>
          <span className="inbox-wrap">{attachment.name}</span>
          <span className="quiet">
            <Bytes bytes={attachment.size} />
          </span>
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove ${attachment.name}`}
            onClick={() => void keeper.detach(attachment)}
          >
            <CloseIcon size={16} />
          </button>
        </li>
      ))}
      {uploads.map(({ key, name, share, stop }) => (
        <li key={`upload ${key}`}>
          <span className="inbox-wrap">{name}</span>
          <progress aria-label={`Uploading ${name}`} value={share} max={1} />
          <button type="button" className="icon-button" aria-label={`Cancel ${name}`} onClick={stop}>
            <CloseIcon size={16} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Picks files to attach. */
export function AttachButton({ keeper }: { keeper: DraftKeeper }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className="button"
        title={`Up to ${mostText} in all`}
        onClick={() => input.current?.click()}
      >
        <ClipIcon size={16} /> Attach
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ currentTarget }) => {
          attachFitting(keeper, [...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <span className="quiet">Up to {mostText}</span>
    </>
  )
}
