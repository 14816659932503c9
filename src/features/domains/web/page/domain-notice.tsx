import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isEnded, keptDays } from '#features/services/contract/ended.ts'
import { useTRPC } from '#web/trpc.ts'
import type { Domain } from '../../contract.ts'
import { DomainProof } from '../connect/domain-proof.tsx'

const notices = new Map<string, string>(
  Object.entries({
    pending: 'This domain is not active yet: its records are kept, but not answered for.',
    expired: 'This domain has expired.',
    error: 'Something is wrong with this domain. Support can tell what.',
  }),
)

/** Why the domain does not do what it should, and what can be done about it. */
export function DomainNotice({ domain }: { domain: Domain }) {
  const trpc = useTRPC()
  const services = useQuery(trpc.servers.list.queryOptions()).data
  if (isEnded(services, domain.serviceId))
    return (
      <p className="domain-notice">
        The service of this domain has ended. The domain is removed with it after {keptDays} days, unless the
        service is brought back: <Link to="/contact">contact us</Link>.
      </p>
    )
  if (domain.challenge) return <DomainProof domain={domain} />
  const text = notices.get(domain.status)
  return text && <p className="domain-notice">{text}</p>
}
