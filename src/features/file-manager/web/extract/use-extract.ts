import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ExtractChoice, Extracted } from '#features/files/contract/extract.ts'
import { countText } from '#shared/text/count-text.ts'
import { ApiError, failureSentence } from '#web/lib/calls/api-error.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { extractFile } from './extract-file.ts'

/** `asking` lists the files whose names already exist. */
export type ExtractState =
  | { is: 'idle' }
  | { is: 'running'; share: number }
  | { is: 'asking'; conflicts: string[] }
  | { is: 'failed'; message: string }

export type ExtractRequest = { id: string; conflict?: ExtractChoice; unwrap?: boolean }

/**
 * Extracts an archive, asks once about existing names, and offers Undo in a toast. Progress goes to `setState`, even after the
 * component unmounts.
 */
export function useExtract(setState: (state: ExtractState) => void) {
  const trpc = useTRPC()
  const abort = useRef<AbortController>(null)
  const queryClient = useQueryClient()
  const undo = useMutation(
    trpc.files.undoExtract.mutationOptions({
      meta: { failure: 'This could not be undone' },
      onSettled: () => queryClient.invalidateQueries(trpc.files.pathFilter()),
    }),
  )
  const showResult = ({ files, skipped, undo: back }: Extracted) =>
    showToast({
      title: `${countText(files, 'file')} extracted`,
      ...(skipped > 0
        ? { description: `${countText(skipped, 'file')} skipped because the names already exist.` }
        : {}),
      ...(back ? { action: { label: 'Undo', run: () => undo.mutate(back) } } : {}),
      duration: 20_000,
    })
  return {
    cancel: () => abort.current?.abort(),
    /** Returns the result; null when refused, cancelled, or waiting for an answer. */
    async run(wish: ExtractRequest): Promise<Extracted | null> {
      const current = new AbortController()
      abort.current = current
      const { signal } = current
      setState({ is: 'running', share: 0 })
      const onProgress = (share: number) => setState({ is: 'running', share })
      try {
        const extracted = await extractFile({ ...wish, onProgress, signal })
        setState({ is: 'idle' })
        showResult(extracted)
        return extracted
      } catch (error) {
        setState(signal.aborted ? { is: 'idle' } : stateOf(error))
        return null
      } finally {
        await Promise.all([
          queryClient.invalidateQueries(trpc.files.pathFilter()),
          queryClient.invalidateQueries(trpc.servers.pathFilter()),
        ])
      }
    },
  }
}

function stateOf(error: unknown): ExtractState {
  const conflicts = error instanceof ApiError ? error.body.conflicts : undefined
  return Array.isArray(conflicts)
    ? { is: 'asking', conflicts: conflicts.map(String) }
    : { is: 'failed', message: failureSentence(error) }
}
