import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DomainCertificateProps } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

type Domain = DomainCertificateProps['domain']

type ServingRequest = Partial<Pick<Domain, 'httpsRedirect' | 'hsts'>>

/** Changes the serving settings of a domain, with `asWanted` as the optimistic state. */
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
  const wanted = change.isPending ? change.variables : undefined
  const asWanted: Domain = {
    ...domain,
    httpsRedirect: wanted?.httpsRedirect ?? domain.httpsRedirect,
    hsts: wanted?.hsts ?? domain.hsts,
  }
  const put = async (wish: ServingRequest, said: string) => {
    await change.mutateAsync({ id, ...wish })
    showToast({ title: 'Settings updated', description: said })
  }
  return { asWanted, put }
}

/** A failure has its own toast. */
export const orToast = (done: Promise<void>): void => void done.catch(() => {})
