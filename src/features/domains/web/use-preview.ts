import { useEffect, useEffectEvent } from 'react'
import { failureSentence } from '#web/lib/api-error.ts'
import { trpc } from '#web/trpc.ts'
import type { PreviewInput } from '../contract/records.ts'

/** Nobody is told of what was typed for a moment only. */
const restMs = 300

export type Preview = { effects: string[] | undefined; refusal: string | undefined }

/** What a change would mean, asked once it rests; nothing while there is no change to ask about. */
export function usePreview(change: PreviewInput | null): Preview {
  const preview = trpc.domains.dns.preview.useMutation({ meta: { failure: false } })
  const wanted = JSON.stringify(change)
  const ask = useEffectEvent(() => {
    if (change) preview.mutate(change)
  })
  useEffect(() => {
    if (wanted === 'null') return
    const timer = setTimeout(() => ask(), restMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const isOfThis = JSON.stringify(preview.variables) === wanted
  if (!isOfThis) return { effects: undefined, refusal: undefined }
  return {
    effects: preview.data?.effects,
    refusal: preview.error ? failureSentence(preview.error) : undefined,
  }
}
