import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { PreviewInput } from '#features/zones/contract/records.ts'
import { failureSentence, statusOf } from '#web/lib/calls/api-error.ts'
import { checkConnection, onReconnected } from '#web/lib/calls/connection.ts'
import { useTRPC } from '#web/trpc.ts'

/** Nobody is told of what was typed for a moment only. */
const restMs = 300

export type Preview = { effects: string[] | undefined; refusal: string | undefined }

/**
 * What a change would mean, asked once it rests, and again when the server that gave no answer is back; nothing while there is
 * no change to ask about.
 */
export function usePreview(change: PreviewInput | null): Preview {
  const trpc = useTRPC()
  const preview = useMutation(trpc.domains.dns.preview.mutationOptions({ meta: { failure: false } }))
  const triedAgain = useRef('')
  const wanted = JSON.stringify(change)
  const ask = useEffectEvent(() => {
    if (change) preview.mutate(change)
  })
  useEffect(() => {
    if (wanted === 'null') return
    const timer = setTimeout(() => ask(), restMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const isUnanswered = preview.isError && statusOf(preview.error) === 0
  useEffect(() => {
    if (!isUnanswered || wanted === 'null') return
    const stop = onReconnected(() => ask())
    // The server may be back before anybody noticed that it was gone: then nobody says so. This is tried once.
    const timer = setTimeout(() => {
      if (triedAgain.current === wanted) return
      triedAgain.current = wanted
      void checkConnection().then((isThere) => {
        if (isThere) ask()
      })
    }, restMs)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [isUnanswered, wanted])
  const isOfThis = JSON.stringify(preview.variables) === wanted
  if (!isOfThis) return { effects: undefined, refusal: undefined }
  return {
    effects: preview.data?.effects,
    refusal: preview.error ? failureSentence(preview.error) : undefined,
  }
}
