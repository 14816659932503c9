import { useEffect, useState } from 'react'
import type { FileEntry } from '#features/files/contract/contract.ts'
import { errorOfCall, errorOfResponse, failureSentence } from '#web/lib/calls/api-error.ts'
import { watchedFetch } from '#web/lib/calls/watched-fetch.ts'
import type { FileViewer } from '../file/file-viewer.ts'
import { contentUrl } from '../file/use-download.ts'

type MediaViewProps = { file: FileEntry; way: Exclude<FileViewer, 'text' | 'none'> }

/** Shows a type that browsers render: image, video, audio or document. */
export function MediaView({ file, way }: MediaViewProps) {
  const { id, fileName } = file
  const src = contentUrl(id, 'inline')
  if (way === 'pdf') return <PdfView file={file} />
  if (way === 'image')
    return (
      <div className="open-file-stage">
        <img src={src} alt={fileName} />
      </div>
    )
  const Player = way
  return (
    <div className="open-file-stage">
      <Player src={src} controls aria-label={fileName} />
    </div>
  )
}

/**
 * The bytes of a document for the browser's own viewer. The portal sends documents only as downloads, so that nothing in them
 * runs on its origin; this blob gets the one type whose viewer runs no scripts of the page.
 */
function PdfView({ file: { id, fileName } }: { file: FileEntry }) {
  const [address, setAddress] = useState<string>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    const stop = new AbortController()
    let objectUrl: string | undefined
    const read = async () => {
      const answer = await watchedFetch(contentUrl(id, 'attachment'), { signal: stop.signal })
      if (!answer.ok) throw await errorOfResponse(answer)
      const bytes = await answer.arrayBuffer()
      if (stop.signal.aborted) return
      objectUrl = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
      setAddress(objectUrl)
    }
    read().catch((error: unknown) => {
      if (!stop.signal.aborted) setFailure(failureSentence(errorOfCall(error)))
    })
    return () => {
      stop.abort()
      if (objectUrl) URL.revokeObjectURL(objectUrl)
    }
  }, [id])
  if (failure) return <p role="alert">{failure}</p>
  return address ? <iframe className="open-file-document" src={address} title={fileName} /> : null
}
