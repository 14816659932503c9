import { Link } from '@tanstack/react-router'
import { texts } from '#features/files/contract/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type FilesSearch, without } from './files-search.ts'

type NoFilesProps = {
  /** A folder that is empty, and not all there is. */
  isFolder: boolean
  onUpload: (() => void) | undefined
}

export const NoFiles = ({ isFolder, onUpload }: NoFilesProps) => (
  <EmptyState
    title={texts.empty}
    {...(isFolder ? { text: 'This folder is empty.' } : {})}
    action={
      <button type="button" className="button" data-primary="" onClick={onUpload} disabled={!onUpload}>
        {isFolder ? 'Upload to this folder' : texts.uploadFirst}
      </button>
    }
  />
)

export const NoMatch = ({ search }: { search: FilesSearch }) => (
  <EmptyState
    title={`No file matches "${search.q}"`}
    action={
      <Link className="button" to="/files" search={without(search, 'q', 'at')}>
        Clear the search
      </Link>
    }
  />
)
