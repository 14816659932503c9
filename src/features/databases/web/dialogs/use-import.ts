import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, failureSentence } from '#web/lib/calls/api-error.ts'
import { sendForm } from '#web/lib/calls/send-form.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import type { Database } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'

export type ImportState =
  | { is: 'idle' }
  /** `share`: uploaded part of the file, from 0 to 1. */
  | { is: 'sending'; share: number }
  | { is: 'failed'; message: string }
  /** The import is complete; `notes` are differences from the file, as sentences. */
  | { is: 'noted'; notes: string[] }

/** Uploads a dump into a database and reports the outcome. Cancelling, or leaving the dialog, aborts the upload. */
export function useImport({ id, dbName }: Pick<Database, 'id' | 'dbName'>) {
  const trpc = useTRPC()
  const [state, setState] = useState<ImportState>({ is: 'idle' })
  const running = useRef<AbortController>(null)
  const queryClient = useQueryClient()
  useEffect(() => () => running.current?.abort(), [])
  /** True once the import is complete without notes. */
  const send = async (file: File): Promise<boolean> => {
    const abort = new AbortController()
    running.current = abort
    setState({ is: 'sending', share: 0 })
    const form = new FormData()
    form.append('file', file)
    try {
      const { notes } = await sendForm<{ notes: string[] }>(`/api/databases/${id}/import`, form, {
        onProgress: (share) => setState({ is: 'sending', share }),
        signal: abort.signal,
      })
      showToast({ title: texts.imported, description: `${file.name} was imported into ${dbName}.` })
      setState(notes.length > 0 ? { is: 'noted', notes } : { is: 'idle' })
      return notes.length === 0
    } catch (error) {
      setState({ is: 'failed', message: sentenceOf(error, abort.signal) })
      return false
    } finally {
      await queryClient.invalidateQueries(trpc.databases.pathFilter())
    }
  }
  return { state, send, cancel: () => running.current?.abort() }
}

function sentenceOf(error: unknown, { aborted }: AbortSignal): string {
  if (aborted) return 'Import cancelled. Part of the file may already be in the database.'
  if (error instanceof ApiError && error.status === 0)
    return 'The connection was lost before the import finished. Check the database before you try again.'
  return failureSentence(error)
}
