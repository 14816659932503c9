import type { FileEntry } from '#features/files/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { trpc } from '#web/trpc.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { DateTime } from '#web/ui/values.tsx'
import { FileIcon } from './file-icon.tsx'
import { useFileChanges } from './use-file-changes.ts'

/** What was deleted within seven days, and the way back. */
export function TrashList() {
  const query = trpc.files.trash.useQuery()
  const { restore } = useFileChanges()
  return (
    <>
      <h2>Trash</h2>
      <p className="files-hint">
        Deleted files are kept for seven days and count towards your plan’s storage.
      </p>
      <QueryState
        query={query}
        what="The trash"
        loadingText="Loading Files..."
        empty={<EmptyState title="The trash is empty" />}
      >
        {(rows) => (
          <ul className="files" data-view="list" aria-label="Deleted files">
            {rows.map((file) => (
              <DeletedFile
                key={file.id}
                file={file}
                onRestore={() => void restore([file.id]).catch(() => {})}
              />
            ))}
          </ul>
        )}
      </QueryState>
    </>
  )
}

const DeletedFile = ({ file, onRestore }: { file: FileEntry; onRestore: () => void }) => (
  <li className="files-item">
    <span className="files-main">
      <FileIcon type={file.fileType} />
      <bdi className="files-name">{file.filePath}</bdi>
    </span>
    <span className="files-meta">
      {file.isFolder ? 'Folder' : formatBytes(file.fileSize)} · deleted{' '}
      {file.deletedAt && <DateTime at={file.deletedAt} as="relative" />}
    </span>
    <button type="button" className="button" onClick={onRestore}>
      Restore
    </button>
  </li>
)
