import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react'
import type { ListedFile } from '#features/file-manager/contract/contract.ts'
import { FilePicture } from '../file/file-picture.tsx'
import { FilesLink, useFilesPlace, useGoToFiles } from '../files-place.tsx'
import { type FilesSearch, without } from '../files-search.ts'
import type { FilesSelection } from '../selection/use-selection.ts'
import { RenameField } from './rename-field.tsx'
import type { Renaming } from './use-renaming.ts'

/** The URL of a folder of the service, in the current order and view. */
const folderOf = (before: FilesSearch, serviceId: string, path: string): FilesSearch => ({
  ...without(before, 'q', 'at', 'path'),
  service: serviceId,
  ...(path ? { path } : {}),
})

/** A link to the folder of a search match. */
export function FileFolder({ file: { serviceId, path } }: { file: ListedFile }) {
  const { search } = useFilesPlace()
  return (
    <span className="files-meta">
      in{' '}
      <FilesLink className="files-folder" search={folderOf(search, serviceId, path)}>
        <bdi>{path || 'All files'}</bdi>
      </FilesLink>
    </span>
  )
}

type FileNameProps = { file: ListedFile; selection: FilesSelection; renaming: Renaming }

/**
 * The icon and name of a file or folder. A press selects a file; two presses, or Enter, open it. A folder opens immediately.
 * While it is renamed, a field takes its place.
 */
export function FileName({ file, selection, renaming }: FileNameProps) {
  const { id, fileName, filePath, isFolder, serviceId } = file
  const { search } = useFilesPlace()
  const go = useGoToFiles()
  const isRenamed = renaming.id === id
  const wasRenamed = useRef(isRenamed)
  const name = useRef<HTMLElement>(null)
  useEffect(() => {
    if (wasRenamed.current && !isRenamed) name.current?.querySelector<HTMLElement>('.files-main')?.focus()
    wasRenamed.current = isRenamed
  }, [isRenamed])
  const words = (
    <>
      <FilePicture file={file} />
      <bdi className="files-name" title={fileName}>
        {fileName}
      </bdi>
    </>
  )
  const pick = ({ shiftKey }: MouseEvent) => selection.onPick(id, shiftKey)
  const open = () => void go({ ...search, open: id })
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    open()
  }
  return (
    <span className="files-named" ref={name} data-file={id}>
      {isRenamed && <RenameField file={file} onDone={renaming.end} />}
      {!isRenamed && isFolder && (
        <FilesLink search={folderOf(search, serviceId, filePath)} className="files-main">
          {words}
        </FilesLink>
      )}
      {!isRenamed && !isFolder && (
        <button
          type="button"
          className="files-main"
          aria-pressed={selection.ids.has(id)}
          onClick={pick}
          onDoubleClick={open}
          onKeyDown={openByKey}
        >
          {words}
        </button>
      )}
    </span>
  )
}
