import { Link } from '@tanstack/react-router'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ServerIcon } from '#web/ui/icons.tsx'
import { IpAddress } from '#web/ui/ip-address.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { Money } from '#web/ui/values.tsx'
import type { Service } from '../contract.ts'

const columns: Column<Service>[] = [
  {
    key: 'service',
    header: 'Service',
    cell: ({ id, plan, category }) => (
      <Link to="/server-management/$serviceId" params={{ serviceId: id }} className="service-name">
        <strong>{plan.name}</strong>
        <span>{category.name}</span>
      </Link>
    ),
  },
  { key: 'status', header: 'Status', card: 'state', cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'domain', header: 'Domain', cell: ({ domain }) => <Domain domain={domain} /> },
  { key: 'address', header: 'IP address', cell: ({ serverIp }) => <IpAddress ip={serverIp} /> },
  {
    key: 'price',
    header: 'Per month',
    align: 'right',
    cell: ({ plan }) => <Money rupees={plan.price} />,
  },
]

const Domain = ({ domain }: { domain: string | null }) =>
  domain ? <span className="mono">{domain}</span> : <span className="service-absent">No domain yet</span>

const noServices = (
  <EmptyState
    icon={<ServerIcon size={28} />}
    title="No services yet"
    text="Choose a plan, and your first server appears here."
    action={
      <Link to="/select-plan" className="button">
        Choose a plan
      </Link>
    }
  />
)

type ServiceListProps = {
  query: { data: Service[] | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
}

/** The customer's services, each with the way to its page. */
export function ServiceList({ query }: ServiceListProps) {
  return (
    <QueryState query={query} what="Your services" loadingText="Loading services..." empty={noServices}>
      {(services) => (
        <DataTable
          caption="Your services"
          columns={columns}
          rows={services}
          rowId={({ id }) => id}
          rowLabel={({ plan, domain }) => domain ?? plan.name}
        />
      )}
    </QueryState>
  )
}
