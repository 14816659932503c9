import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { showName } from '#shared/names/show-name.ts'
import { serviceTitle } from '#shared/names/site-name.ts'
import { DeskList } from '#web/desk/desk-list.tsx'
import { FilterBar } from '#web/desk/filter-bar.tsx'
import { filteredInput } from '#web/desk/list-search.ts'
import { OwnerLink } from '#web/desk/owner-link.tsx'
import { useTRPC } from '#web/trpc.ts'
import type { Column } from '#web/ui/tables/data-table.tsx'
import { IpAddress } from '#web/ui/values/ip-address.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { AdminService } from '../../contract/desk.ts'
import { ServiceActions } from './service-actions.tsx'
import { serviceFilters } from './service-filters.ts'

const route = getRouteApi('/signed-in/shell/administrator/admin/services')

const columns: Column<AdminService>[] = [
  {
    key: 'service',
    header: 'Service',
    cell: (service) => <ServiceName service={service} />,
  },
  { key: 'customer', header: 'Customer', cell: ({ user }) => <OwnerLink user={user} /> },
  {
    key: 'ip',
    header: 'IP address',
    // An ended service has released its address.
    cell: ({ serverIp, status }) => (status === 'terminated' ? '—' : <IpAddress ip={serverIp} />),
  },
  { key: 'status', header: 'Status', card: 'state', cell: (service) => <ServiceState service={service} /> },
  {
    key: 'since',
    header: 'Since',
    cell: ({ activatedAt, createdAt }) => <DateTime at={activatedAt ?? createdAt} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    card: 'actions',
    cell: (service) => <ServiceActions service={service} />,
  },
]

/** Links to the order. */
function ServiceName({ service: { name, plan, domain, orderId } }: { service: AdminService }) {
  const title = serviceTitle(name, plan.name)
  if (!orderId) return title
  return (
    <Link to="/admin/orders" search={{ status: 'all', selected: orderId }} className="desk-row-link">
      {title}
      {name !== null && <span>{plan.name}</span>}
      {domain !== null && <span>{showName(domain)}</span>}
    </Link>
  )
}

function ServiceState({ service: { status, provisioning, suspendedReason } }: { service: AdminService }) {
  const more = provisioning
    ? `Set-up ${provisioning.state}${provisioning.message ? `: ${provisioning.message}` : ''}`
    : suspendedReason
  return (
    <span className="desk-state">
      <StatusBadge status={status} />
      {more && <span className="desk-quiet">{more}</span>}
    </span>
  )
}

/** Every service of every customer, with administrator actions. */
export function AdminServicesPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const query = useQuery(trpc.admin.services.list.queryOptions(filteredInput(serviceFilters, search)))
  return (
    <section aria-label="Services">
      <FilterBar search={search} statuses={serviceFilters} searchLabel="Search email, domain or service id" />
      <DeskList what="Services" query={query} columns={columns} search={search} empty="No services yet" />
    </section>
  )
}
