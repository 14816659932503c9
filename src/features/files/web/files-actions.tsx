import { Link } from '@tanstack/react-router'
import { Explained } from '#web/ui/explained.tsx'
import { FolderIcon, PlusIcon, TrashIcon, UploadIcon } from '#web/ui/icons.tsx'

type ActionsProps = {
  isTrash: boolean
  /** Not given while there is no service for it. */
  onFolder: (() => void) | undefined
  onUpload: (() => void) | undefined
}

const noService = 'This needs an active service.'

/** The buttons of the page's header: trash, new folder, upload. */
export function FilesActions({ isTrash, onFolder, onUpload }: ActionsProps) {
  return (
    <>
      <Link className="button" to="/files" search={isTrash ? {} : { show: 'trash' }}>
        {isTrash ? <FolderIcon size={16} /> : <TrashIcon size={16} />} {isTrash ? 'All files' : 'Trash'}
      </Link>
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
