import type { Backup } from '#features/backups/contract/contract.ts'
import { restoreTexts } from '#shared/backup-texts.ts'
import { formatBytes } from '#shared/bytes.ts'
import { formatMoment } from '#shared/time.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { RowActions } from '#web/ui/tables/row-actions.tsx'
import { useBackupChanges } from './use-backup-changes.ts'
import { useHasEnded, useServiceLabel } from './use-service-label.ts'

/** Restore and download of a completed backup, and delete behind ⋯; an ended service cannot be restored. */
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
      <RowActions label={backup.fileName} isMenu>
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
      <div className="backup-restoring">
        <p>
          Restoring <span className="backup-restored">{fileName}</span> ({formatMoment(createdAt)}) replaces{' '}
          {restoreTexts[backupType].what} of <strong>{site}</strong>
          {restoreTexts[backupType].also}. Anything changed in them since then is replaced.
        </p>
        <ul>
          <li>
            A safety copy of the current {restoreTexts[backupType].copy} is created first and appears in the
            list.
          </li>
          {restoreTexts[backupType].later.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          <li>Until the restore is done, nothing else can change this service.</li>
        </ul>
      </div>
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
