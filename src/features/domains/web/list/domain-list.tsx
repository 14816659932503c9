import { showName } from '#shared/names/show-name.ts'
import { RecordCard, RecordList } from '#web/list/record-list.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { Domain } from '../../contract.ts'
import { domainOrders, searchOfDomain } from '../domain-address.ts'
import type { DomainSearch } from '../domain-search.ts'
import { DomainStatus } from './domain-status.tsx'

// What never expires comes last.
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

function Card({ domain: { id, name, status, expires }, isOpen }: { domain: Domain; isOpen: boolean }) {
  const shown = showName(name)
  return (
    <RecordCard isOpen={isOpen} searchOf={(before) => searchOfDomain(id, before)}>
      <strong>{shown}</strong>
      {shown !== name && <span className="domain-name quiet mono">{name}</span>}
      <span className="record-card-facts">
        <DomainStatus status={status} />
        {expires && (
          <span className="quiet">
            Expires <DateTime at={expires} />
          </span>
        )}
      </span>
    </RecordCard>
  )
}
