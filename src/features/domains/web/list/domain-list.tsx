import { Link } from '@tanstack/react-router'
import { showName } from '#shared/names/show-name.ts'
import { pageOf } from '#web/lib/paged-list.ts'
import { ListControls, ListPager } from '#web/ui/tables/list-controls.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import { texts } from '../../contract/texts.ts'
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
  const page = pageOf(domains, search, reading)
  return (
    <>
      <h2 className="record-index-title">{texts.list}</h2>
      {page.isLong && <ListControls search={search} label="Search domains" orders={domainOrders} />}
      <ul className="record-list">
        {page.rows.map((domain) => (
          <li key={domain.id}>
            <Card domain={domain} isOpen={domain.id === openId} />
          </li>
        ))}
      </ul>
      <ListPager page={page} />
    </>
  )
}

function Card({ domain: { id, name, status, expires }, isOpen }: { domain: Domain; isOpen: boolean }) {
  const shown = showName(name)
  return (
    <Link
      from="/domains"
      to="/domains"
      search={(before: DomainSearch) => searchOfDomain(id, before)}
      activeOptions={{ exact: true }}
      resetScroll={false}
      className="record-card"
      aria-current={isOpen ? 'true' : undefined}
    >
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
    </Link>
  )
}
