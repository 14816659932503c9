import { useEffect, useRef, useState } from 'react'
import type { FileEntry } from '#features/files/contract/contract.ts'
import { isPicture } from '#features/files/contract/types.ts'
import { FileIcon } from './file-icon.tsx'
import { contentUrl } from './use-download.ts'

/** A thumbnail, loaded once it scrolls into view; other files and unreadable images show the icon of their type. */
export function FilePicture({ file }: { file: FileEntry }) {
  const [isBroken, setBroken] = useState(false)
  const image = useRef<HTMLImageElement>(null)
  // The image may have failed before the listener was attached.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(true)
  }, [])
  if (!isPicture(file) || isBroken) return <FileIcon type={file.fileType} />
  return (
    <img
      ref={image}
      className="files-picture"
      src={contentUrl(file.id, 'inline')}
      alt=""
      width={120}
      height={90}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  )
}
