import { useMutation, useQueryClient } from '@tanstack/react-query'
import { restoreTexts, texts } from '#shared/backup-texts.ts'
import { serviceLabel } from '#shared/names/site-name.ts'
import { formatMoment } from '#shared/time.ts'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import type { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import type { Service } from '../../../contract/contract.ts'
import type { TimelineBackup } from '../../../contract/timeline.ts'

type RestoreDialogProps = { dialog: ReturnType<typeof useDialog<TimelineBackup>>; service: Service }

/** Asks before the site is restored to a backup. */
export function RestoreDialog({ dialog, service }: RestoreDialogProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const restore = useMutation(
    trpc.backups.restore.mutationOptions({
      meta: { failure: texts.restoreFailed },
      onSuccess: () => showToast({ title: texts.restoreStarted, description: texts.restoreStartedText }),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.backups.pathFilter()),
          queryClient.invalidateQueries(trpc.servers.pathFilter()),
        ]),
    }),
  )
  const site = serviceLabel(service)
  return (
    <Confirming
      dialog={dialog}
      ask={({ id, fileName, createdAt, backupType }) => ({
        title: `Go back to ${formatMoment(createdAt)}?`,
        confirmLabel: 'Go back to here',
        onConfirm: () => restore.mutateAsync({ id }),
        children: (
          <>
            <p>
              Restoring {fileName} ({formatMoment(createdAt)}) replaces {restoreTexts[backupType].what} of{' '}
              <strong>{site}</strong>
              {restoreTexts[backupType].also}. Later changes to them are overwritten.{' '}
              {restoreTexts[backupType].later.join(' ')}
            </p>
            <p>
              A safety copy of the current {restoreTexts[backupType].copy} is created first and appears here.
              Nothing else can be written to this service until the restore is done.
            </p>
          </>
        ),
      })}
    />
  )
}
