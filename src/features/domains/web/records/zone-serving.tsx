import { useQueryClient } from '@tanstack/react-query'
import type { ZoneServing as Serving } from '#features/zones/contract/zone-serving.ts'
import { showName } from '#shared/names/show-name.ts'
import { usePolled } from '#web/lib/calls/polled.ts'
import { useTRPC } from '#web/trpc.ts'
import type { Domain } from '../../contract/contract.ts'
import { external } from '../../contract/registrar.ts'
import { useSeen } from '../setup/use-pointing.ts'

/** Warns when the name uses other name servers, or ours fail to serve the records; then refreshed. */
export function ZoneServing({ domain }: { domain: Domain }) {
  const { id, name, registrar } = domain
  const queryKey = useTRPC().domains.dns.serving.queryKey({ id })
  const cached = useQueryClient().getQueryData<Serving>(queryKey)
  const { data } = usePolled<Serving>({
    queryKey,
    path: `/api/domains/${id}/dns/serving`,
    isPaused: !cached?.message,
  })
  const seen = useSeen(domain)
  const isUsed = registrar !== external || seen?.nameservers.state === 'found'
  const elsewhere = `These records count only if you switch ${showName(name)} to our name servers.`
  const text = isUsed ? data?.message : seen && elsewhere
  return (
    text && (
      <p className="domain-notice" role="status">
        {text}
      </p>
    )
  )
}
