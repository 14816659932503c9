import type { Backup } from '#features/backups/contract.ts'
import { restoreTexts } from '#shared/backup-texts.ts'
import { formatBytes } from '#shared/bytes.ts'
import { formatMoment } from '#shared/time.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { RowActions } from '#web/ui/tables/row-actions.tsx'
import { useBackupChanges } from './use-backup-changes.ts'
import { useHasEnded, useServiceLabel } from './use-service-label.ts'

/** Restore and download what is completed, delete anything; there is nothing to restore to once the service has ended. */
export function BackupActions({ backup }: { backup: Backup }) {
  const restoring = useDialog<Backup>()
  const deleting = useDialog<Backup>()
  const changes = useBackupChanges()
  const { download } = changes
  const site = useServiceLabel()(backup)
  const hasEnded = useHasEnded()(backup)
  const isCompleted = backup.status === 'completed'
  const named = (verb: string) => `${verb} ${backup.fileName}`
  return (
    <>
      <RowActions label={backup.fileName}>
        {isCompleted && !hasEnded && (
          <button
            type="button"
            className="row-action"
            aria-label={named('Restore')}
            onClick={() => restoring.open(backup)}
          >
            Restore
          </button>
        )}
        {isCompleted && (
          <button
            type="button"
            className="row-action"
            aria-label={named('Download')}
            disabled={download.isPending}
            onClick={() => download.mutate(backup)}
          >
            Download
          </button>
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
      <Confirming dialog={restoring} ask={askRestore(changes, site)} />
      <Confirming dialog={deleting} ask={askDelete(changes, site)} />
    </>
  )
}

type Changes = ReturnType<typeof useBackupChanges>

const askRestore =
  ({ restore }: Changes, site: string) =>
  ({ id, fileName, createdAt, backupType }: Backup) => ({
    title: `Restore ${site}?`,
    confirmLabel: 'Restore',
    onConfirm: () => restore.mutateAsync({ id }),
    children: (
      <>
        <p>
          This overwrites {restoreTexts[backupType].what} on <strong>{site}</strong> with {fileName} from{' '}
          {formatMoment(createdAt)}
          {restoreTexts[backupType].also}. {restoreTexts[backupType].later}
        </p>
        <p>
          A safety copy of the current {restoreTexts[backupType].copy} is made first and appears in the list.
          Until the restore is done, nothing else can change this service.
        </p>
      </>
    ),
  })

const askDelete =
  ({ remove }: Changes, site: string) =>
  ({ id, fileName, fileSize, createdAt }: Backup) => ({
    title: `Delete this backup of ${site}?`,
    confirmLabel: 'Delete',
    onConfirm: () => remove.mutateAsync({ id }),
    children: `${fileName} (${formatBytes(fileSize)}) from ${formatMoment(createdAt)} is permanently deleted. ${site} is not changed.`,
  })
