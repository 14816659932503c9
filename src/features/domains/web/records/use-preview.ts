import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { PreviewInput } from '#features/zones/contract/records.ts'
import { failureSentence, statusOf } from '#web/lib/calls/api-error.ts'
import { checkConnection, onReconnected } from '#web/lib/calls/connection.ts'
import { useTRPC } from '#web/trpc.ts'

/** Debounces the input before it is sent. */
const restMs = 300

export type Preview = { effects: string[] | undefined; refusal: string | undefined }

/**
 * The preview of a change, requested after the input rests, and again when a server that failed is back; idle while there is
 * no change.
 */
export function usePreview(change: PreviewInput | null): Preview {
  const trpc = useTRPC()
  const preview = useMutation(trpc.domains.dns.preview.mutationOptions({ meta: { failure: false } }))
  const triedAgain = useRef('')
  const requested = JSON.stringify(change)
  const ask = useEffectEvent(() => {
    if (change) preview.mutate(change)
  })
  useEffect(() => {
    if (requested === 'null') return
    const timer = setTimeout(() => ask(), restMs)
    return () => clearTimeout(timer)
  }, [requested])
  const isUnanswered = preview.isError && statusOf(preview.error) === 0
  useEffect(() => {
    if (!isUnanswered || requested === 'null') return
    const stop = onReconnected(() => ask())
    // Retries once, because the server may be back before an outage was noticed, and then no event follows.
    const timer = setTimeout(() => {
      if (triedAgain.current === requested) return
      triedAgain.current = requested
      void checkConnection().then((isThere) => {
        if (isThere) ask()
      })
    }, restMs)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [isUnanswered, requested])
  const isOfThis = JSON.stringify(preview.variables) === requested
  if (!isOfThis) return { effects: undefined, refusal: undefined }
  return {
    effects: preview.data?.effects,
    refusal: preview.error ? failureSentence(preview.error) : undefined,
  }
}
