import { useEffect, useRef, useState } from 'react'
import type { Backup, BackupType } from '#features/backups/contract.ts'
import { trpc } from '#web/trpc.ts'
import { showToast } from '#web/ui/toast.ts'
import { busyMs, texts } from '../contract/texts.ts'

export type Creation = {
  /** On from the click until two seconds after the call settled. */
  isCreating: boolean
  /** The backup that was begun last. */
  createdId: string | undefined
  create: (wish: { serviceId: string; backupType: BackupType }) => void
}

/** A backup that was begun here and could not be made takes the word of success back. */
function useFailureToast(createdId: string | undefined, backups: readonly Backup[]): void {
  const told = useRef<string>(undefined)
  const failed = backups.find(({ id, status }) => id === createdId && status === 'failed')
  useEffect(() => {
    if (!failed || told.current === failed.id) return
    told.current = failed.id
    showToast({ title: texts.createFailed, description: failed.reason ?? undefined, variant: 'destructive' })
  }, [failed])
}

/** Begins a backup; `done` is called when the busy time of one that was taken is over. */
export function useCreateBackup(done: () => void, backups: readonly Backup[]): Creation {
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
  useFailureToast(call.data?.id, backups)
  return {
    isCreating,
    createdId: call.data?.id,
    create: (wish) => {
      setCreating(true)
      call.mutate(wish)
    },
  }
}
