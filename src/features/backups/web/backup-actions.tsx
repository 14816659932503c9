import { lazy, Suspense } from 'react'
import type { Backup } from '#features/backups/contract.ts'
import { formatBytes } from '#shared/bytes.ts'
import { formatMoment } from '#shared/time.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useBackupChanges } from './use-backup-changes.ts'

const ConfirmDialog = lazy(() =>
  import('#web/ui/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)

type BackupDialog = {
  dialog: ReturnType<typeof useDialog<Backup>>
  changes: ReturnType<typeof useBackupChanges>
}

/** Restore and download what is completed, delete anything. */
export function BackupActions({ backup }: { backup: Backup }) {
  const restoring = useDialog<Backup>()
  const deleting = useDialog<Backup>()
  const changes = useBackupChanges()
  const { download } = changes
  const named = (verb: string) => `${verb} ${backup.fileName}`
  return (
    <span className="backup-actions">
      {backup.status === 'completed' && (
        <>
          <button
            type="button"
            className="backup-action"
            aria-label={named('Restore')}
            onClick={() => restoring.open(backup)}
          >
            Restore
          </button>
          <button
            type="button"
            className="backup-action"
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
        className="backup-action"
        data-bad=""
        aria-label={named('Delete')}
        onClick={() => deleting.open(backup)}
      >
        Delete
      </button>
      <Restoring dialog={restoring} changes={changes} />
      <Deleting dialog={deleting} changes={changes} />
    </span>
  )
}

function Restoring({ dialog: { subject, key, isOpen, close }, changes }: BackupDialog) {
  if (!subject) return null
  const { id, fileName, createdAt, service } = subject
  return (
    <Suspense>
      <ConfirmDialog
        key={key}
        opened={isOpen}
        onClose={close}
        title="Restore this backup?"
        confirmLabel="Restore"
        onConfirm={() => changes.restore.mutateAsync({ id })}
      >
        <p>
          Every file of your {service.plan.name} service is overwritten by {fileName} from{' '}
          {formatMoment(createdAt)}. What was changed since is replaced, what was added since is removed.
        </p>
        <p>
          A safety copy of today’s files is made first and appears in the list. Until the restore is done,
          nothing else can be written to this service.
        </p>
      </ConfirmDialog>
    </Suspense>
  )
}

function Deleting({ dialog: { subject, key, isOpen, close }, changes }: BackupDialog) {
  if (!subject) return null
  const { id, fileName, fileSize, service } = subject
  return (
    <Suspense>
      <ConfirmDialog
        key={key}
        opened={isOpen}
        onClose={close}
        title="Delete this backup?"
        confirmLabel="Delete"
        onConfirm={() => changes.remove.mutateAsync({ id })}
      >
        {fileName} ({formatBytes(fileSize)}) of your {service.plan.name} service is deleted for good. Your
        files stay as they are.
      </ConfirmDialog>
    </Suspense>
  )
}
