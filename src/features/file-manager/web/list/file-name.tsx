import { Link } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef } from 'react'
import type { ListedFile } from '#features/file-manager/contract.ts'
import { FilePicture } from '../file/file-picture.tsx'
import { type FilesSearch, without } from '../files-search.ts'
import type { FilesSelection } from '../selection/use-selection.ts'
import { RenameField } from './rename-field.tsx'
import type { Renaming } from './use-renaming.ts'

/** The address of a folder of the service, in the order and the view of the present one. */
const folderOf = (serviceId: string, path: string) => (before: FilesSearch) => ({
  ...without(before, 'q', 'at', 'path'),
  service: serviceId,
  ...(path ? { path } : {}),
})

/** In which folder a match of a search lies, with the way there. */
export const FileFolder = ({ file: { serviceId, path } }: { file: ListedFile }) => (
  <span className="files-meta">
    in{' '}
    <Link className="files-folder" from="/files" to="/files" search={folderOf(serviceId, path)}>
      <bdi>{path || 'All files'}</bdi>
    </Link>
  </span>
)

type FileNameProps = { file: ListedFile; selection: FilesSelection; renaming: Renaming }

/** The sign and the name of a file or folder: a press on a file selects it, a folder opens; a field while it is renamed. */
export function FileName({ file, selection, renaming }: FileNameProps) {
  const { id, fileName, filePath, isFolder, serviceId } = file
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
  return (
    <span className="files-named" ref={name} data-file={id}>
      {isRenamed && <RenameField file={file} onDone={renaming.end} />}
      {!isRenamed && isFolder && (
        <Link from="/files" to="/files" search={folderOf(serviceId, filePath)} className="files-main">
          {words}
        </Link>
      )}
      {!isRenamed && !isFolder && (
        <button type="button" className="files-main" aria-pressed={selection.ids.has(id)} onClick={pick}>
          {words}
        </button>
      )}
    </span>
  )
}
