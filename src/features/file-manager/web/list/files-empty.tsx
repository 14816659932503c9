import type { Picked } from '#web/lib/picked.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DropZone } from '#web/ui/forms/drop-zone.tsx'
import { texts } from '../../contract/texts.ts'
import { FilesLink, useFilesPlace } from '../files-place.tsx'
import { without } from '../files-search.ts'

type NoFilesProps = {
  /** A folder that is empty, and not all there is. */
  isFolder: boolean
  onUpload: (() => void) | undefined
  /** Puts files into the folder that is shown; not given while its site is not known. */
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

/** Its path is not shown: it may be anything that somebody put into a link. */
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
