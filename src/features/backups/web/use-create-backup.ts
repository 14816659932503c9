import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Backup } from '#features/backups/contract/contract.ts'
import { busyMs, texts } from '#shared/backup-texts.ts'
import type { BackupType } from '#shared/backup-types.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

export type Creation = {
  /** From the click until two seconds after the call settled. */
  isCreating: boolean
  /** The latest backup started here. */
  createdId: string | undefined
  /** Starts a backup; settles with the outcome of the call when the busy time is over. */
  create: (wish: { serviceId: string; backupType: BackupType }) => Promise<void>
}

/** If a backup started here fails, an error replaces its success toast. */
function useFailureToast(createdId: string | undefined, backups: readonly Backup[]): void {
  const reported = useRef<string>(undefined)
  const failed = backups.find(({ id, status }) => id === createdId && status === 'failed')
  useEffect(() => {
    if (!failed || reported.current === failed.id) return
    reported.current = failed.id
    showToast({ title: texts.createFailed, description: failed.reason ?? undefined, variant: 'destructive' })
  }, [failed])
}

/** Starts backups; the page holds this state, so that a reopened dialog shows the backup in progress. */
export function useCreateBackup(backups: readonly Backup[]): Creation {
  const trpc = useTRPC()
  const [isCreating, setCreating] = useState(false)
  const queryClient = useQueryClient()
  const call = useMutation(
    trpc.backups.create.mutationOptions({
      meta: { failure: texts.createFailed },
      onSuccess: () => showToast({ title: texts.created, description: texts.createdText }),
      onSettled: () => {
        void queryClient.invalidateQueries(trpc.backups.list.queryFilter())
      },
    }),
  )
  useFailureToast(call.data?.id, backups)
  const create: Creation['create'] = async (wish) => {
    setCreating(true)
    try {
      await call.mutateAsync(wish)
    } finally {
      await new Promise((resolve) => setTimeout(resolve, busyMs))
      setCreating(false)
    }
  }
  return { isCreating, createdId: call.data?.id, create }
}
