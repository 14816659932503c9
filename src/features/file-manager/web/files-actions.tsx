import { Link } from '@tanstack/react-router'
import { FolderIcon, LinkIcon, PlusIcon, TrashIcon, UploadIcon } from '#web/ui/icons.tsx'
import { Explained } from '#web/ui/values/explained.tsx'
import type { FilesSearch } from './files-search.ts'

type ActionsProps = {
  show: FilesSearch['show']
  /** Not given while there is no service for it. */
  onFolder: (() => void) | undefined
  onUpload: (() => void) | undefined
}

const noService = 'This needs an active service.'

/** The buttons of the page's header: what else it shows, new folder, upload. */
export function FilesActions({ show, onFolder, onUpload }: ActionsProps) {
  return (
    <>
      {show && (
        <Link className="button" to="/files" search={{}}>
          <FolderIcon size={16} /> All files
        </Link>
      )}
      {show !== 'shares' && (
        <Link className="button" to="/files" search={{ show: 'shares' }}>
          <LinkIcon size={16} /> <span className="files-header-word">Shared links</span>
        </Link>
      )}
      {show !== 'trash' && (
        <Link className="button" to="/files" search={{ show: 'trash' }}>
          <TrashIcon size={16} /> <span className="files-header-word">Trash</span>
        </Link>
      )}
      <Explained reason={onFolder ? undefined : noService}>
        <button
          type="button"
          className="button"
          disabled={!onFolder}
          aria-description={onFolder ? undefined : noService}
          onClick={onFolder}
        >
          <PlusIcon size={16} /> New folder
        </button>
      </Explained>
      <Explained reason={onUpload ? undefined : noService}>
        <button
          type="button"
          className="button"
          data-primary=""
          disabled={!onUpload}
          aria-description={onUpload ? undefined : noService}
          onClick={onUpload}
        >
          <UploadIcon size={16} /> Upload
        </button>
      </Explained>
    </>
  )
}
