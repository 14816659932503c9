import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Backup } from '#features/backups/contract/contract.ts'
import { busyMs, texts } from '#shared/backup-texts.ts'
import type { BackupType } from '#shared/backup-types.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

export type Creation = {
  /** On from the click until two seconds after the call settled. */
  isCreating: boolean
  /** The backup that was started last. */
  createdId: string | undefined
  /** Begins a backup; settles as the call did when the busy time is over. */
  create: (wish: { serviceId: string; backupType: BackupType }) => Promise<void>
}

/** A backup that was started here and then failed replaces the toast of its success. */
function useFailureToast(createdId: string | undefined, backups: readonly Backup[]): void {
  const reported = useRef<string>(undefined)
  const failed = backups.find(({ id, status }) => id === createdId && status === 'failed')
  useEffect(() => {
    if (!failed || reported.current === failed.id) return
    reported.current = failed.id
    showToast({ title: texts.createFailed, description: failed.reason ?? undefined, variant: 'destructive' })
  }, [failed])
}

/** Begins backups; kept by the page, so that a dialog that is opened again shows the one under way. */
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
