import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isEnded, keptDays } from '#features/services/contract/ended.ts'
import { useTRPC } from '#web/trpc.ts'
import type { Domain } from '../../contract/contract.ts'
import { DomainSetup } from '../setup/domain-setup.tsx'

const notices = new Map<string, string>([
  ['pending', 'This domain is not active yet. Its DNS records go live once it is.'],
  ['expired', 'This domain has expired. Renew it under Settings to keep it.'],
  ['error', 'Something is wrong with this domain. Contact support.'],
])

/** The next step for the domain, or why it does not work. */
export function DomainNotice({ domain }: { domain: Domain }) {
  const services = useQuery(useTRPC().servers.list.queryOptions()).data
  if (isEnded(services, domain.serviceId))
    return (
      <p className="domain-notice">
        The site of this domain has ended. The domain is deleted {keptDays} days after that, unless the site
        is restored: <Link to="/contact">contact us</Link>.
      </p>
    )
  const text = domain.challenge === null && notices.get(domain.status)
  return text ? <p className="domain-notice">{text}</p> : <DomainSetup key={domain.id} domain={domain} />
}
