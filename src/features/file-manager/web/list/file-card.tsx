import type { ListedFile } from '#features/file-manager/contract/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { DateTime } from '#web/ui/values/values.tsx'
import { FileActions } from './file-actions.tsx'
import { FileFolder, FileName } from './file-name.tsx'
import type { FilesViewProps } from './files-view.ts'

type FileCardProps = Omit<FilesViewProps, 'rows' | 'siteOf'> & { file: ListedFile }

/** A file or folder in the grid. */
export function FileCard({ file, isSearch, selection, renaming, verbs }: FileCardProps) {
  const { id, isFolder, fileSize, isShared, uploadedAt } = file
  return (
    <li className="files-item" data-selected={selection.ids.has(id) || undefined}>
      <FileName file={file} selection={selection} renaming={renaming} />
      <span className="files-meta">
        {isFolder ? 'Folder' : formatBytes(fileSize)} · <DateTime at={uploadedAt} />
        {isShared && ' · Shared'}
      </span>
      {isSearch && <FileFolder file={file} />}
      <span className="files-item-actions">
        <FileActions file={file} verbs={verbs} />
      </span>
    </li>
  )
}
