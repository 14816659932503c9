import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Backup } from '#features/backups/contract/contract.ts'
import { texts } from '#shared/backup-texts.ts'
import { callAddress } from '#web/lib/calls/acting.ts'
import { errorOfResponse } from '#web/lib/calls/api-error.ts'
import { useChanges } from '#web/list/use-changes.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

/** Asks whether the archive is whole, then has the browser save it: a refusal becomes a toast, not a page. */
async function download({ id }: Pick<Backup, 'id'>): Promise<void> {
  const path = callAddress(`/api/backups/${id}/download`)
  const asked = await fetch(path, { method: 'HEAD' })
  // The sentence of a refusal is in the body that a HEAD does not have.
  if (!asked.ok) throw await errorOfResponse(await fetch(path))
  const link = document.createElement('a')
  link.href = path
  link.download = `backup_${id}.zip`
  link.click()
}

/** What can be done to a backup, each with its toasts. */
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
