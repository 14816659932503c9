import { Link } from '@tanstack/react-router'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { texts } from '../../contract/texts.ts'
import { type FilesSearch, without } from '../files-search.ts'

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

/** Its path is not shown: it may be anything that somebody put into a link. */
export const NoFolder = ({ search }: { search: FilesSearch }) => (
  <EmptyState
    title="There is no such folder"
    text="It may have been moved or deleted."
    action={
      <Link className="button" to="/files" search={without(search, 'path', 'at')}>
        All files
      </Link>
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
