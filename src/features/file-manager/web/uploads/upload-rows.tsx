import { memo } from 'react'
import { joinPath } from '#features/files/contract/names.ts'
import { formatBytes } from '#shared/bytes.ts'
import { CloseIcon } from '#web/ui/icons.tsx'
import { isUnfinished, type Upload, type UploadState } from './upload-state.ts'
import { uploadQueue } from './uploads.ts'

const words: Record<UploadState, string> = {
  waiting: 'Waiting',
  sending: 'Uploading',
  offline: 'Waiting for the connection',
  conflict: 'Needs an answer',
  done: 'Uploaded',
  failed: 'Failed',
  skipped: 'Skipped',
  cancelled: 'Cancelled',
}

/** Uploads that need attention first, stored ones last. */
const rank: Record<UploadState, number> = {
  conflict: 0,
  failed: 0,
  offline: 1,
  sending: 1,
  waiting: 2,
  cancelled: 3,
  skipped: 3,
  done: 4,
}

/** All uploads, each with its state and actions. */
export function UploadRows({ uploads }: { uploads: readonly Upload[] }) {
  const sorted = [...uploads].sort((one, other) => rank[one.state] - rank[other.state])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1).
    <ul className="files-uploads upload-rows" aria-label="Uploaded files" tabIndex={0}>
      {sorted.map((upload) => (
        <UploadRow key={upload.key} upload={upload} />
      ))}
    </ul>
  )
}

const UploadRow = memo(function UploadRow({ upload }: { upload: Upload }) {
  const { key, file, target, state, share, message } = upload
  const canRetry = state === 'failed' || state === 'cancelled'
  return (
    <li className="files-upload" data-state={state}>
      <span className="files-upload-name">{joinPath(target.path, file.name)}</span>
      <span className="files-upload-state">
        {state === 'sending' ? `${Math.round(share * 100)} %` : `${formatBytes(file.size)} · ${words[state]}`}
      </span>
      {canRetry && (
        <button
          type="button"
          className="button"
          aria-label={`Retry ${file.name}`}
          onClick={() => uploadQueue.retry(key)}
        >
          Retry
        </button>
      )}
      {isUnfinished(upload) && (
        <button
          type="button"
          className="icon-button"
          aria-label={`Cancel ${file.name}`}
          onClick={() => uploadQueue.cancel(key)}
        >
          <CloseIcon size={14} />
        </button>
      )}
      {state === 'sending' && <progress value={share} max={1} aria-label={`Progress of ${file.name}`} />}
      {message && <p data-failed={state === 'failed' || undefined}>{message}</p>}
    </li>
  )
})
