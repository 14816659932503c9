import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ExtractChoice, Extracted } from '#features/files/contract/extract.ts'
import { countText } from '#shared/text/count-text.ts'
import { ApiError, failureSentence } from '#web/lib/calls/api-error.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { extractFile } from './extract-file.ts'

/** `asking` names the files whose names are taken. */
export type ExtractState =
  | { is: 'idle' }
  | { is: 'running'; share: number }
  | { is: 'asking'; conflicts: string[] }
  | { is: 'failed'; message: string }

export type ExtractWish = { id: string; conflict?: ExtractChoice; unwrap?: boolean }

/**
 * Takes an archive apart, asks once about names that are taken, and offers the way back in a toast. How far it is goes to
 * `setState`, also after the component is gone.
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
  const tell = ({ files, skipped, undo: back }: Extracted) =>
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
    /** Answers what was done; null when it was refused, cancelled, or has to be asked about first. */
    async run(wish: ExtractWish): Promise<Extracted | null> {
      const current = new AbortController()
      abort.current = current
      const { signal } = current
      setState({ is: 'running', share: 0 })
      const onProgress = (share: number) => setState({ is: 'running', share })
      try {
        const extracted = await extractFile({ ...wish, onProgress, signal })
        setState({ is: 'idle' })
        tell(extracted)
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
