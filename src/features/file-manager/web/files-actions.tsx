import { FolderIcon, LinkIcon, PlusIcon, TrashIcon, UploadIcon } from '#web/ui/icons.tsx'
import { Explained } from '#web/ui/values/explained.tsx'
import { FilesLink, useFilesPlace } from './files-place.tsx'
import type { FilesSearch } from './files-search.ts'
import { useCanChange } from './use-can-change.ts'

type ActionsProps = {
  /** Undefined while no service can take it. */
  onMake: ((kind: 'folder' | 'file') => void) | undefined
  onUpload: (() => void) | undefined
}

const noService = 'This needs an active service.'

/** Buttons of the page header: other views, new file, new folder, upload. */
export function FilesActions({ onMake, onUpload }: ActionsProps) {
  const { search } = useFilesPlace()
  const mayChange = useCanChange()
  const { show, service } = search
  const own: FilesSearch = service ? { service } : {}
  return (
    <div className="files-header">
      {show && (
        <FilesLink className="button" search={own}>
          <FolderIcon size={16} /> All files
        </FilesLink>
      )}
      {show !== 'shares' && (
        <FilesLink className="button files-header-link" search={{ ...own, show: 'shares' }}>
          <LinkIcon size={16} /> <span className="files-header-word">Shared links</span>
        </FilesLink>
      )}
      {show !== 'trash' && (
        <FilesLink className="button files-header-link" search={{ ...own, show: 'trash' }}>
          <TrashIcon size={16} /> <span className="files-header-word">Trash</span>
        </FilesLink>
      )}
      {mayChange && (
        <>
          <Action words="New folder" Icon={PlusIcon} run={onMake && (() => onMake('folder'))} />
          <Action words="New file" Icon={PlusIcon} run={onMake && (() => onMake('file'))} />
          <Action words="Upload" Icon={UploadIcon} isPrimary run={onUpload} />
        </>
      )}
    </div>
  )
}

type ActionProps = {
  words: string
  Icon: typeof PlusIcon
  isPrimary?: boolean
  run: (() => void) | undefined
}

const Action = ({ words, Icon, isPrimary = false, run }: ActionProps) => (
  <Explained reason={run ? undefined : noService}>
    <button
      type="button"
      className="button files-header-action"
      data-primary={isPrimary ? '' : undefined}
      disabled={!run}
      aria-description={run ? undefined : noService}
      onClick={run}
    >
      <Icon size={16} /> {words}
    </button>
  </Explained>
)
