import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureSentence } from '#web/lib/calls/api-error.ts'
import { sendForm } from '#web/lib/calls/send-form.ts'
import type { Picked } from '#web/lib/picked.ts'
import { useTRPC } from '#web/trpc.ts'
import type { CreatedTrial } from '../contract/contract.ts'
import { maxSiteBytes } from '../contract/limits.ts'

export type TrialState =
  | { is: 'ready' }
  | { is: 'sending'; share: number }
  | { is: 'failed'; message: string }
  | { is: 'done'; leftOut: CreatedTrial['leftOut'] }

const ready: TrialState = { is: 'ready' }

function formOf(picked: readonly Picked[]): FormData {
  const form = new FormData()
  for (const { file, folder } of picked)
    form.append('file', file, folder ? `${folder}/${file.name}` : file.name)
  return form
}

/** Creates a temporary site from dropped or chosen files. */
export function useTrial() {
  const trpc = useTRPC()
  const [state, setState] = useState(ready)
  const sending = useRef<AbortController>(null)
  const queryClient = useQueryClient()
  return {
    state,
    reset: () => setState(ready),
    cancel: () => sending.current?.abort(),
    async send(picked: readonly Picked[]): Promise<void> {
      if (picked.length === 0) return
      if (picked.reduce((sum, { file }) => sum + file.size, 0) > 2 * maxSiteBytes)
        return setState({ is: 'failed', message: 'This is more than a temporary site can hold.' })
      const controller = new AbortController()
      sending.current = controller
      setState({ is: 'sending', share: 0 })
      try {
        const onProgress = (share: number) => setState({ is: 'sending', share })
        const { signal } = controller
        const created = await sendForm<CreatedTrial>('/api/trials', formOf(picked), { onProgress, signal })
        const { leftOut, ...trial } = created
        queryClient.setQueryData(trpc.trials.current.queryKey(), { trial })
        setState({ is: 'done', leftOut })
      } catch (error) {
        setState(controller.signal.aborted ? ready : { is: 'failed', message: failureSentence(error) })
      }
    },
  }
}
