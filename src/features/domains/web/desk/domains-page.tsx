import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { domainFilters } from '#features/zones/contract/domain-statuses.ts'
import { serviceTitle } from '#shared/names/site-name.ts'
import { DeskList } from '#web/desk/desk-list.tsx'
import { DomainName } from '#web/desk/domain-name.tsx'
import { FilterBar } from '#web/desk/filter-bar.tsx'
import { filteredInput } from '#web/desk/list-search.ts'
import { ObjectLink } from '#web/desk/object-link.tsx'
import { OwnerLink } from '#web/desk/owner-link.tsx'
import { useTRPC } from '#web/trpc.ts'
import type { Column } from '#web/ui/tables/data-table.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { AdminDomain } from '../../contract/desk.ts'
import { DomainCheck } from './domain-check.tsx'

const route = getRouteApi('/signed-in/shell/administrator/admin/domains')

const badStatuses = ['error', 'expired']
const sslTones = { off: 'neutral', pending: 'warn', issued: 'ok', failed: 'bad' } as const

const columns: Column<AdminDomain>[] = [
  { key: 'name', header: 'Name', cell: (domain) => <Name domain={domain} /> },
  { key: 'owner', header: 'Owner', cell: ({ user }) => <OwnerLink user={user} /> },
  { key: 'service', header: 'Service', cell: (domain) => <Place domain={domain} /> },
  { key: 'status', header: 'Status', card: 'state', cell: (domain) => <DomainState domain={domain} /> },
  { key: 'ssl', header: 'SSL and DNSSEC', cell: (domain) => <Security domain={domain} /> },
  { key: 'expires', header: 'Expires', cell: ({ expires }) => (expires ? <DateTime at={expires} /> : '—') },
  { key: 'created', header: 'Created', isDetail: true, cell: ({ createdAt }) => <DateTime at={createdAt} /> },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    card: 'actions',
    cell: (domain) => !domain.isVerified && <DomainCheck domain={domain} />,
  },
]

const Name = ({ domain: { id, name } }: { domain: AdminDomain }) => (
  <Link to="/admin/zones" search={{ q: id }}>
    <DomainName name={name} />
  </Link>
)

const DomainState = ({ domain: { status, isVerified, problem } }: { domain: AdminDomain }) => (
  <span className="desk-state">
    <StatusBadge status={status} {...(badStatuses.includes(status) && { tone: 'bad' })} />
    {!isVerified && <span className="desk-quiet">{problem ?? 'Not verified yet'}</span>}
  </span>
)

const Place = ({ domain: { service, registrar } }: { domain: AdminDomain }) => (
  <span className="desk-state">
    <ObjectLink type="service" id={service?.id ?? null}>
      {service ? serviceTitle(service.name, service.plan) : 'No service'}
    </ObjectLink>
    <span className="desk-quiet">{registrar ?? 'Registrar unknown'}</span>
  </span>
)

function Security({ domain: { ssl, isSigned } }: { domain: AdminDomain }) {
  const { status, problem } = ssl
  return (
    <span className="desk-state">
      <StatusBadge status={status} tone={sslTones[status]} label={`SSL ${status}`} />
      {problem && <span className="desk-quiet">{problem}</span>}
      <span className="desk-quiet">DNSSEC {isSigned ? 'on' : 'off'}</span>
    </span>
  )
}

/** All domains of all customers with their status. */
export function AdminDomainsPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const query = useQuery(trpc.admin.domains.list.queryOptions(filteredInput(domainFilters, search)))
  return (
    <section aria-label="Domains">
      <FilterBar search={search} statuses={domainFilters} searchLabel="Search name, owner or domain id" />
      <DeskList
        what="Domains"
        query={query}
        columns={columns}
        search={search}
        rowLabel={({ name }) => name}
        empty="No domains yet"
      />
    </section>
  )
}
