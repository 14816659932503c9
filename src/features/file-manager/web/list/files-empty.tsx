import type { Picked } from '#web/lib/picked.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DropZone } from '#web/ui/forms/drop-zone.tsx'
import { texts } from '../../contract/texts.ts'
import { FilesLink, useFilesPlace } from '../files-place.tsx'
import { without } from '../files-search.ts'

type NoFilesProps = {
  /** An empty folder below the root. */
  isFolder: boolean
  onUpload: (() => void) | undefined
  /** Uploads to the current folder; undefined while its site is not known. */
  onPicked: ((picked: Picked[]) => void) | undefined
}

export const NoFiles = ({ isFolder, onUpload, onPicked }: NoFilesProps) => (
  <>
    <EmptyState
      title={texts.empty}
      {...(isFolder ? { text: 'This folder is empty.' } : {})}
      action={
        <button type="button" className="button" data-primary="" onClick={onUpload} disabled={!onUpload}>
          {isFolder ? 'Upload to this folder' : texts.uploadFirst}
        </button>
      }
    />
    {onPicked && <DropZone onPicked={onPicked} />}
  </>
)

/** The path is not shown: a link could contain anything. */
export const NoFolder = () => (
  <EmptyState
    title="There is no such folder"
    text="It may have been moved or deleted."
    action={<Back words="All files" keys={['path', 'at']} />}
  />
)

export const NoMatch = () => {
  const { search } = useFilesPlace()
  return (
    <EmptyState
      title={`No file matches "${search.q}"`}
      action={<Back words="Clear the search" keys={['q', 'at']} />}
    />
  )
}

function Back({ words, keys }: { words: string; keys: Parameters<typeof without>[1][] }) {
  const { search } = useFilesPlace()
  return (
    <FilesLink className="button" search={without(search, ...keys)}>
      {words}
    </FilesLink>
  )
}
