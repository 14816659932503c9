import { useEffect, useRef, useState } from 'react'
import { trpc } from '#web/trpc.ts'
import { showToast } from '#web/ui/toast.ts'
import { busyMs, texts } from '../contract/texts.ts'
import type { BackupType } from '../contract.ts'

export type Creation = {
  /** On from the click until two seconds after the call settled. */
  isCreating: boolean
  /** The backup that was started last. */
  createdId: string | undefined
  create: (wish: { serviceId: string; backupType: BackupType }) => void
}

/** Begins a backup; `done` is called when the busy time of one that was taken is over. */
export function useCreateBackup(done: () => void): Creation {
  const [isCreating, setCreating] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const utils = trpc.useUtils()
  useEffect(() => () => clearTimeout(timer.current), [])
  const call = trpc.backups.create.useMutation({
    meta: { failure: texts.createFailed },
    onSuccess: () => showToast({ title: texts.created, description: texts.createdText }),
    onSettled: async (_data, error) => {
      timer.current = setTimeout(() => {
        setCreating(false)
        if (!error) done()
      }, busyMs)
      await utils.backups.list.invalidate()
    },
  })
  return {
    isCreating,
    createdId: call.data?.id,
    create: (wish) => {
      setCreating(true)
      call.mutate(wish)
    },
  }
}
