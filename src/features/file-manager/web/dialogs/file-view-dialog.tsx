import { useEffect, useState } from 'react'
import { isShownInline } from '#features/files/contract/types.ts'
import type { FileEntry } from '#features/files/contract.ts'
import { errorOfCall, errorOfResponse, failureSentence } from '#web/lib/calls/api-error.ts'
import { watchedFetch } from '#web/lib/calls/watched-fetch.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { contentUrl } from '../file/use-download.ts'

const longestText = 256 * 1_024

function Text({ id, fileName }: { id: string; fileName: string }) {
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    const stop = new AbortController()
    const headers = { range: `bytes=0-${longestText - 1}` }
    const read = async () => {
      const answer = await watchedFetch(contentUrl(id, 'inline'), { headers, signal: stop.signal })
      // An empty file has no first byte.
      if (answer.status === 416) return
      if (!answer.ok) throw await errorOfResponse(answer)
      setText(await answer.text())
    }
    read().catch((error: unknown) => {
      if (!stop.signal.aborted) setFailure(failureSentence(errorOfCall(error)))
    })
    return () => stop.abort()
  }, [id])
  if (failure) return <p role="alert">{failure}</p>
  return (
    <textarea className="files-text" readOnly rows={16} aria-label={`Text of ${fileName}`} value={text} />
  )
}

function Content({ file: { id, fileName, fileType } }: { file: FileEntry }) {
  const src = contentUrl(id, 'inline')
  const isText = fileType.startsWith('text/') || fileType === 'application/json'
  if (isText) return <Text id={id} fileName={fileName} />
  if (!isShownInline(fileType)) return <p>This type has no preview. Download the file to open it.</p>
  if (fileType.startsWith('image/')) return <img className="files-image" src={src} alt={fileName} />
  const Player = fileType.startsWith('video/') ? 'video' : 'audio'
  return <Player className="files-image" src={src} controls aria-label={fileName} />
}

/** A file in place: image, video, audio or the beginning of a text. */
export function FileViewDialog({
  file,
  opened,
  onClose,
}: {
  file: FileEntry
  opened: boolean
  onClose: () => void
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={file.fileName}
      size="lg"
      closeButtonProps={{ 'aria-label': `Close: ${file.fileName}` }}
    >
      <Content file={file} />
      <a className="button" href={contentUrl(file.id, 'attachment')}>
        Download
      </a>
    </Modal>
  )
}
