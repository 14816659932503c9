import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Backup } from '#features/backups/contract/contract.ts'
import { texts } from '#shared/backup-texts.ts'
import { callAddress } from '#web/lib/calls/acting.ts'
import { errorOfResponse } from '#web/lib/calls/api-error.ts'
import { useChanges } from '#web/list/use-changes.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

/** Checks the archive by HEAD, then downloads it: a refusal becomes a toast. */
async function download({ id }: Pick<Backup, 'id'>): Promise<void> {
  const path = callAddress(`/api/backups/${id}/download`)
  const asked = await fetch(path, { method: 'HEAD' })
  // The message of a refusal is in the body, which HEAD does not have.
  if (!asked.ok) throw await errorOfResponse(await fetch(path))
  const link = document.createElement('a')
  link.href = path
  link.download = `backup_${id}.zip`
  link.click()
}

/** Mutations of a backup with their toasts. */
export function useBackupChanges() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const change = useChanges(trpc.backups.pathFilter())
  return {
    restore: useMutation(
      trpc.backups.restore.mutationOptions(
        change(texts.restoreFailed, () => ({
          title: texts.restoreStarted,
          description: texts.restoreStartedText,
        })),
      ),
    ),
    remove: useMutation(
      trpc.backups.remove.mutationOptions(
        change(texts.deleteFailed, () => ({ title: texts.deleted, description: texts.deletedText })),
      ),
    ),
    download: useMutation({
      mutationFn: download,
      meta: { failure: texts.downloadFailed },
      onSuccess: () => showToast({ title: texts.downloadStarted, description: texts.downloadStartedText }),
      onError: () => queryClient.invalidateQueries(trpc.backups.pathFilter()),
    }),
  }
}
