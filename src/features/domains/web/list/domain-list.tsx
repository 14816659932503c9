import { useQuery } from '@tanstack/react-query'
import { showName } from '#shared/names/show-name.ts'
import { serviceLabelIn } from '#shared/names/site-name.ts'
import { RecordCard, RecordList } from '#web/list/record-list.tsx'
import { useTRPC } from '#web/trpc.ts'
import { DateTime } from '#web/ui/values/values.tsx'
import { useFeatures } from '#web/use-features.ts'
import type { Domain } from '../../contract/contract.ts'
import { domainOrders, searchOfDomain } from '../domain-address.ts'
import type { DomainSearch } from '../domain-search.ts'
import { DomainStatus } from './domain-status.tsx'

// Domains without an expiry come last.
const expiryOf = ({ expires }: Domain): string => expires ?? '9'

const reading = {
  words: ({ name }: Domain) => `${name} ${showName(name)}`,
  orders: {
    name: (one: Domain, other: Domain) => one.name.localeCompare(other.name, 'en-IN', { numeric: true }),
    expiry: (one: Domain, other: Domain) => expiryOf(one).localeCompare(expiryOf(other)),
  },
}

type DomainListProps = { domains: Domain[]; openId: string | undefined; search: DomainSearch }

/** The customer's domains, newest first unless sorted otherwise. */
export function DomainList({ domains, openId, search }: DomainListProps) {
  return (
    <RecordList rows={domains} search={search} reading={reading} label="Search domains" orders={domainOrders}>
      {(domain) => <Card domain={domain} isOpen={domain.id === openId} />}
    </RecordList>
  )
}

function httpsOf({ ssl, certificate }: Domain): string {
  if (!ssl) return certificate.state === 'pending' ? 'HTTPS on its way' : 'No HTTPS'
  return certificate.isTrusted ? 'HTTPS' : 'HTTPS with a test certificate'
}

function Card({ domain, isOpen }: { domain: Domain; isOpen: boolean }) {
  const { id, name, status, expires, challenge, serviceId, createdAt } = domain
  const services = useQuery(useTRPC().servers.list.queryOptions()).data ?? []
  const site = serviceId && serviceLabelIn(services, serviceId, '')
  const Billing = useFeatures().find((feature) => feature.DomainBilling)?.DomainBilling
  const shown = showName(name)
  return (
    <RecordCard isOpen={isOpen} searchOf={(before) => searchOfDomain(id, before)}>
      <strong className="domain-card-name">{shown}</strong>
      {shown !== name && <span className="domain-name quiet mono">{name}</span>}
      <span className="record-card-facts">
        <DomainStatus status={status} />
        <span className="quiet">
          {challenge && (status === 'pending' ? 'Waiting for its DNS, added ' : 'DNS not found, added ')}
          {challenge ? <DateTime at={createdAt} as="relative" /> : httpsOf(domain)}
        </span>
        {expires && Billing && (
          <span className="quiet">
            <Billing domain={{ id, name, expires }} isBrief />
          </span>
        )}
      </span>
      {site && <span className="quiet">Site: {site}</span>}
    </RecordCard>
  )
}
