import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

/** The DNS changes that mail set-up would make for a domain; disabled without one. */
export function useMailPlan(id: string | null) {
  const trpc = useTRPC()
  const { mutate, data, error, status } = useMutation(
    trpc.email.domainMail.setUp.mutationOptions({ meta: { failure: false } }),
  )
  const look = () => id !== null && mutate({ id, apply: false })
  const lookNow = useEffectEvent(look)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each domain.
  useEffect(() => void lookNow(), [id])
  const isChecking = id !== null && (status === 'idle' || status === 'pending')
  return { plan: data, error, isChecking, look }
}

/** Publishes the mail records; `onError` runs because the zone may have changed since the preview. */
export function useMailSetUp(name: string, on: { onSuccess?: () => void; onError?: () => void } = {}) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return useMutation(
    trpc.email.domainMail.setUp.mutationOptions({
      meta: { failure: 'Error' },
      onSuccess: () => {
        showToast({ title: 'Mail is set up', description: `The mail records for ${name} are published.` })
        on.onSuccess?.()
      },
      onError: () => on.onError?.(),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.email.pathFilter()),
          queryClient.invalidateQueries(trpc.domains.pathFilter()),
        ]),
    }),
  )
}
