import { useState } from 'react'
import { trpc } from '#web/trpc.ts'
import { showToast } from '#web/ui/toast.ts'
import { busyMs, texts } from '../contract/texts.ts'
import type { BackupType } from '../contract.ts'

export type Creation = {
  /** On from the click until two seconds after the call settled. */
  isCreating: boolean
  /** The backup that was started last. */
  createdId: string | undefined
  /** Begins a backup; settles as the call did when the busy time is over. */
  create: (wish: { serviceId: string; backupType: BackupType }) => Promise<void>
}

/** Begins backups; kept by the page, so that a dialog that is opened again shows the one under way. */
export function useCreateBackup(): Creation {
  const [isCreating, setCreating] = useState(false)
  const utils = trpc.useUtils()
  const call = trpc.backups.create.useMutation({
    meta: { form: true, failure: texts.createFailed },
    onSuccess: () => showToast({ title: texts.created, description: texts.createdText }),
    onSettled: () => {
      void utils.backups.list.invalidate()
    },
  })
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
