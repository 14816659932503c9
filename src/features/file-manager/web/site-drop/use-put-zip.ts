import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { ExtractChoice } from '#features/files/contract/extract.ts'
import { failureSentence } from '#web/lib/calls/api-error.ts'
import { useTRPC } from '#web/trpc.ts'
import { useExtract } from '../extract/use-extract.ts'
import { sendFile } from '../uploads/send-file.ts'
import { zipPuts } from './zip-puts.ts'

export const isZip = ({ name }: Pick<File, 'name'>): boolean => /\.zip$/i.test(name)

/** By drop zone: how to cancel the zip in progress, and the stored zip that a question is about. */
const cancels = new Map<string, () => void>()
const sentZips = new Map<string, string>()

/**
 * Uploads a zip to the root of a site, extracts it there, and moves the zip to the trash. `path` distinguishes two drop zones of
 * a site.
 */
export function usePutZip(serviceId: string, path = '') {
  const trpc = useTRPC()
  const place = `${serviceId}/${path}`
  const read = () => zipPuts.of(place)
  const state = useSyncExternalStore(zipPuts.watch, read, read)
  const extract = useExtract((next) => zipPuts.set(place, next))
  const queryClient = useQueryClient()
  const remove = useMutation(
    trpc.files.removeMany.mutationOptions({
      meta: { failure: 'The zip could not be deleted' },
      onSettled: () => queryClient.invalidateQueries(trpc.files.pathFilter()),
    }),
  )
  const unpack = async (id: string, conflict?: ExtractChoice) => {
    let isCancelled = false
    cancels.set(place, () => {
      isCancelled = true
      extract.cancel()
    })
    const extracted = await extract.run({ id, unwrap: true, ...(conflict ? { conflict } : {}) })
    if (extracted) zipPuts.set(place, { is: 'done' })
    if (extracted || isCancelled) remove.mutate({ ids: [id] })
  }
  return {
    state,
    cancel: () => cancels.get(place)?.(),
    choose: (conflict: ExtractChoice) => {
      const sent = sentZips.get(place)
      if (sent !== undefined) void unpack(sent, conflict)
    },
    async put(file: File): Promise<void> {
      const onProgress = (share: number) => zipPuts.set(place, { is: 'sending', name: file.name, share })
      const abort = new AbortController()
      cancels.set(place, () => abort.abort())
      onProgress(0)
      const { signal } = abort
      try {
        const stored = await sendFile({
          file,
          serviceId,
          path: '',
          conflict: 'keep-both',
          onProgress,
          signal,
        })
        if (!stored) return zipPuts.set(place, { is: 'idle' })
        sentZips.set(place, stored.id)
        await unpack(stored.id)
      } catch (error) {
        const failed = { is: 'failed', message: failureSentence(error) } as const
        zipPuts.set(place, signal.aborted ? { is: 'idle' } : failed)
      }
    },
  }
}
