import { useQueryClient } from '@tanstack/react-query'
import type { ZoneServing as Serving } from '#features/zones/contract/zone-serving.ts'
import { usePolled } from '#web/lib/calls/polled.ts'
import { useTRPC } from '#web/trpc.ts'
import type { Domain } from '../../contract.ts'

/** Why the records are not served as they are shown; asked again until they are. */
export function ZoneServing({ domain: { id } }: { domain: Domain }) {
  const trpc = useTRPC()
  const queryKey = trpc.domains.dns.serving.queryKey({ id })
  const known = useQueryClient().getQueryData<Serving>(queryKey)
  const { data } = usePolled<Serving>({
    queryKey,
    path: `/api/domains/${id}/dns/serving`,
    isPaused: !known?.message,
  })
  return (
    data?.message && (
      <p className="domain-notice" role="status">
        {data.message}
      </p>
    )
  )
}
