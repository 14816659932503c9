import { Link } from '@tanstack/react-router'
import { PlusIcon, TrashIcon, UploadIcon } from '#web/ui/icons.tsx'

type ActionsProps = {
  isTrash: boolean
  /** Not given while there is no service for it. */
  onFolder: (() => void) | undefined
  onUpload: (() => void) | undefined
}

/** The buttons of the page's header: trash, new folder, upload. */
export function FilesActions({ isTrash, onFolder, onUpload }: ActionsProps) {
  return (
    <>
      <Link className="button" to="/files" search={isTrash ? {} : { show: 'trash' }}>
        <TrashIcon size={16} /> {isTrash ? 'All files' : 'Trash'}
      </Link>
      <button type="button" className="button" disabled={!onFolder} onClick={onFolder}>
        <PlusIcon size={16} /> New folder
      </button>
      <button
        type="button"
        className="button"
        data-primary=""
        disabled={!onUpload}
        title={onUpload ? undefined : 'This needs an active service.'}
        onClick={onUpload}
      >
        <UploadIcon size={16} /> Upload
      </button>
    </>
  )
}
