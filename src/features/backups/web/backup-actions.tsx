import type { Backup } from '#features/backups/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { formatMoment } from '#shared/time.ts'
import { Confirming } from '#web/ui/confirming.tsx'
import { RowActions } from '#web/ui/row-actions.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useBackupChanges } from './use-backup-changes.ts'

/** Restore and download what is completed, delete anything. */
export function BackupActions({ backup }: { backup: Backup }) {
  const restoring = useDialog<Backup>()
  const deleting = useDialog<Backup>()
  const changes = useBackupChanges()
  const { download } = changes
  const named = (verb: string) => `${verb} ${backup.fileName}`
  return (
    <>
      <RowActions label={backup.fileName}>
        {backup.status === 'completed' && (
          <>
            <button
              type="button"
              className="row-action"
              aria-label={named('Restore')}
              onClick={() => restoring.open(backup)}
            >
              Restore
            </button>
            <button
              type="button"
              className="row-action"
              aria-label={named('Download')}
              disabled={download.isPending}
              onClick={() => download.mutate(backup)}
            >
              Download
            </button>
          </>
        )}
        <button
          type="button"
          className="row-action"
          data-bad=""
          aria-label={named('Delete')}
          onClick={() => deleting.open(backup)}
        >
          Delete
        </button>
      </RowActions>
      <Confirming dialog={restoring} ask={askRestore(changes)} />
      <Confirming dialog={deleting} ask={askDelete(changes)} />
    </>
  )
}

type Changes = ReturnType<typeof useBackupChanges>

const askRestore =
  ({ restore }: Changes) =>
  ({ id, fileName, createdAt, service }: Backup) => ({
    title: 'Restore this backup?',
    confirmLabel: 'Restore',
    onConfirm: () => restore.mutateAsync({ id }),
    children: (
      <>
        <p>
          Every file of your {service.plan.name} service is overwritten by {fileName} from{' '}
          {formatMoment(createdAt)}. What was changed since is replaced, what was added since is removed.
        </p>
        <p>
          A safety copy of today’s files is made first and appears in the list. Until the restore is done,
          nothing else can be written to this service.
        </p>
      </>
    ),
  })

const askDelete =
  ({ remove }: Changes) =>
  ({ id, fileName, fileSize, service }: Backup) => ({
    title: 'Delete this backup?',
    confirmLabel: 'Delete',
    onConfirm: () => remove.mutateAsync({ id }),
    children: `${fileName} (${formatBytes(fileSize)}) of your ${service.plan.name} service is deleted for good. Your files stay as they are.`,
  })
