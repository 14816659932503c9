import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DomainCertificateProps } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

type Domain = DomainCertificateProps['domain']

type ServingRequest = Partial<Pick<Domain, 'httpsRedirect' | 'hsts'>>

/** Changes the serving settings of a domain, with `optimistic` as the optimistic state. */
export function useServing(domain: Domain) {
  const trpc = useTRPC()
  const { id } = domain
  const queryClient = useQueryClient()
  const change = useMutation(
    trpc.domains.serving.mutationOptions({
      meta: { failure: 'Error' },
      onSettled: () => queryClient.invalidateQueries(trpc.domains.pathFilter()),
    }),
  )
  const pending = change.isPending ? change.variables : undefined
  const optimistic: Domain = {
    ...domain,
    httpsRedirect: pending?.httpsRedirect ?? domain.httpsRedirect,
    hsts: pending?.hsts ?? domain.hsts,
  }
  const put = async (wish: ServingRequest, said: string) => {
    await change.mutateAsync({ id, ...wish })
    showToast({ title: 'Settings updated', description: said })
  }
  return { optimistic, put }
}

/** A failure has its own toast. */
export const orToast = (done: Promise<void>): void => void done.catch(() => {})
