import { useRef, useState } from 'react'
import type { ConflictChoice } from '#features/files/contract.ts'
import { serverMessage, statusOf } from '#web/lib/api-error.ts'
import { sendFile } from './send-file.ts'

export type Upload = {
  key: number
  file: File
  state: 'waiting' | 'sending' | 'done' | 'failed' | 'conflict' | 'cancelled' | 'skipped'
  share: number
  message?: string | undefined
}

export type Target = { serviceId: string; path: string }

/** The list of uploads: what is added to it, changed in it and taken from it. */
function useUploadList() {
  const [uploads, setUploads] = useState<Upload[]>([])
  const count = useRef(0)
  return {
    uploads,
    add: (files: Iterable<File>) => {
      const added = [...files].map((file): Upload => {
        count.current += 1
        return { key: count.current, file, state: 'waiting', share: 0 }
      })
      setUploads((all) => [...all, ...added])
    },
    patch: (key: number, change: Partial<Upload>) =>
      setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...change } : upload))),
    drop: (key: number) => setUploads((all) => all.filter((upload) => upload.key !== key)),
  }
}

/** A queue of uploads, sent one after the other: progress, cancelling, and the question about a name that is taken. */
export function useUploads(onStored: () => void) {
  const { uploads, add, patch, drop } = useUploadList()
  const aborts = useRef(new Map<number, AbortController>())
  const send = async (upload: Upload, target: Target, conflict?: ConflictChoice) => {
    const abort = new AbortController()
    aborts.current.set(upload.key, abort)
    patch(upload.key, { state: 'sending', share: 0, message: undefined })
    try {
      const onProgress = (share: number) => patch(upload.key, { share })
      await sendFile({ file: upload.file, ...target, conflict, onProgress, signal: abort.signal })
      patch(upload.key, { state: 'done', share: 1 })
      onStored()
    } catch (error) {
      if (abort.signal.aborted) return patch(upload.key, { state: 'cancelled' })
      const state = statusOf(error) === 409 && !conflict ? 'conflict' : 'failed'
      patch(upload.key, { state, message: serverMessage(error) ?? 'The connection was lost.' })
    }
  }
  return {
    uploads,
    add,
    start: async (target: Target) => {
      for (const upload of uploads.filter(({ state }) => state === 'waiting')) await send(upload, target)
    },
    answer: (upload: Upload, target: Target, choice: ConflictChoice | 'skip') =>
      choice === 'skip' ? patch(upload.key, { state: 'skipped' }) : send(upload, target, choice),
    cancel: ({ key, state }: Upload) => {
      if (state === 'sending') aborts.current.get(key)?.abort()
      else drop(key)
    },
    cancelAll: () => {
      for (const abort of aborts.current.values()) abort.abort()
    },
  }
}
