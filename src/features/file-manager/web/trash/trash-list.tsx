import { useQuery } from '@tanstack/react-query'
import type { FileEntry } from '#features/files/contract/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { serviceLabelIn } from '#shared/names/site-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import { FileIcon } from '../file/file-icon.tsx'
import { useFileChanges } from '../file/use-file-changes.ts'
import { useFilesPlace } from '../files-place.tsx'
import { serviceInputOf } from '../files-search.ts'
import { EmptyTrashButton } from './empty-trash-button.tsx'
import { useEmptyTrash } from './use-empty-trash.ts'

/** Deleted files of the last seven days, with actions to restore or delete them. */
export function TrashList() {
  const trpc = useTRPC()
  const { search } = useFilesPlace()
  const input = serviceInputOf(search)
  const query = useQuery(trpc.files.trash.queryOptions(input))
  const { data: services = [] } = useQuery(trpc.servers.list.queryOptions())
  const { restore } = useFileChanges()
  const { remove } = useEmptyTrash()
  const removing = useDialog<FileEntry>()
  const askRemove = ({ id, fileName, filePath, isFolder }: FileEntry) => ({
    title: `Delete ${fileName} permanently?`,
    confirmLabel: 'Delete',
    onConfirm: () => remove.mutateAsync({ id }),
    children: `${filePath}${isFolder ? ' and everything in it' : ''} cannot be restored after this.`,
  })
  return (
    <>
      <h2>Trash</h2>
      <div className="files-trash-head">
        <p className="files-hint">
          Deleted files stay here for seven days and count towards your plan’s storage.
        </p>
        <EmptyTrashButton {...input} />
      </div>
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
                site={serviceLabelIn(services, file.serviceId, file.service.plan.name)}
                onRestore={() => void restore([file]).catch(() => {})}
                onRemove={() => removing.open(file)}
              />
            ))}
          </ul>
        )}
      </QueryState>
      <Confirming dialog={removing} ask={askRemove} />
    </>
  )
}

type DeletedFileProps = {
  file: FileEntry
  /** The label of a file's site. */
  site: string
  onRestore: () => void
  onRemove: () => void
}

const DeletedFile = ({ file, site, onRestore, onRemove }: DeletedFileProps) => (
  <li className="files-item">
    <span className="files-main">
      <FileIcon type={file.fileType} />
      <bdi className="files-name">{file.filePath}</bdi>
    </span>
    <span className="files-meta">
      {file.isFolder ? 'Folder' : formatBytes(file.fileSize)} · deleted{' '}
      {file.deletedAt && <DateTime at={file.deletedAt} as="relative" />} · {site}
    </span>
    <button type="button" className="button" onClick={onRestore}>
      Restore
    </button>
    <button
      type="button"
      className="button"
      aria-label={`Delete ${file.filePath} permanently`}
      onClick={onRemove}
    >
      Delete…
    </button>
  </li>
)
