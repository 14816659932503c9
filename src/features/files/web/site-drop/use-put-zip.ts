import { useRef, useState } from 'react'
import type { ExtractChoice } from '#features/files/contract/extract.ts'
import { failureSentence } from '#web/lib/api-error.ts'
import { trpc } from '#web/trpc.ts'
import { type ExtractState, useExtract } from '../extract/use-extract.ts'
import { sendFile } from '../uploads/send-file.ts'

type PutState = ExtractState | { is: 'sending'; name: string; share: number } | { is: 'done' }

export const isZip = ({ name }: Pick<File, 'name'>): boolean => /\.zip$/i.test(name)

/** Sends a zip to the root of a site, unpacks it there, and puts the zip itself into the trash. */
export function usePutZip(serviceId: string) {
  const [own, setOwn] = useState<PutState | null>(null)
  const sent = useRef<string>(null)
  const extract = useExtract()
  const utils = trpc.useUtils()
  const remove = trpc.files.removeMany.useMutation({
    meta: { failure: 'The zip could not be deleted' },
    onSettled: () => utils.files.invalidate(),
  })
  const unpack = async (id: string, conflict?: ExtractChoice) => {
    setOwn(null)
    const extracted = await extract.run({ id, unwrap: true, ...(conflict ? { conflict } : {}) })
    if (!extracted) return
    setOwn({ is: 'done' })
    remove.mutate({ ids: [id] })
  }
  return {
    state: own ?? extract.state,
    choose: (conflict: ExtractChoice) => {
      if (sent.current !== null) void unpack(sent.current, conflict)
    },
    async put(file: File): Promise<void> {
      const { name } = file
      const onProgress = (share: number) => setOwn({ is: 'sending', name, share })
      onProgress(0)
      const { signal } = new AbortController()
      try {
        const kept = await sendFile({ file, serviceId, path: '', conflict: 'keep-both', onProgress, signal })
        if (!kept) return setOwn(null)
        sent.current = kept.id
        await unpack(kept.id)
      } catch (error) {
        setOwn({ is: 'failed', message: failureSentence(error) })
      }
    },
  }
}
