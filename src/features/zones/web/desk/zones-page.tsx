import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { countText } from '#shared/text/count-text.ts'
import { DeskList } from '#web/desk/desk-list.tsx'
import { DomainName } from '#web/desk/domain-name.tsx'
import { FilterBar } from '#web/desk/filter-bar.tsx'
import { filteredInput } from '#web/desk/list-search.ts'
import { ObjectLink } from '#web/desk/object-link.tsx'
import { OwnerLink } from '#web/desk/owner-link.tsx'
import { useTRPC } from '#web/trpc.ts'
import type { Column } from '#web/ui/tables/data-table.tsx'
import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { AdminZone } from '../../contract/desk.ts'
import { domainFilters } from '../../contract/domain-statuses.ts'
import { ZoneSecondaries } from './zone-secondaries.tsx'

const route = getRouteApi('/signed-in/shell/administrator/admin/zones')

type Serving = AdminZone['serving']

const words: Record<Serving['state'], [tone: Tone, label: string]> = {
  current: ['ok', 'In sync'],
  behind: ['bad', 'Out of date'],
  awaited: ['neutral', 'Awaiting verification'],
  absent: ['bad', 'Not loaded'],
  loading: ['warn', 'Loading zones'],
  elsewhere: ['neutral', 'At PowerDNS'],
  off: ['neutral', 'Name server off'],
}

function ServingState({ serving: { state, serial, problem } }: { serving: Serving }) {
  const [tone, label] = words[state]
  const more = problem ?? (state === 'behind' ? `Serial ${serial}` : null)
  return (
    <span className="desk-state">
      <StatusBadge status={state} tone={tone} label={label} />
      {more && <span className="desk-quiet">{more}</span>}
    </span>
  )
}

const Contents = ({ zone: { serial, records, isSigned } }: { zone: AdminZone }) => (
  <span className="desk-state">
    <span className="mono">{serial}</span>
    <span className="desk-quiet">
      {countText(records, 'record')}, {isSigned ? 'signed' : 'not signed'}
    </span>
  </span>
)

const columns: Column<AdminZone>[] = [
  {
    key: 'name',
    header: 'Zone',
    cell: ({ id, name }) => (
      <ObjectLink type="domain" id={id}>
        <DomainName name={name} />
      </ObjectLink>
    ),
  },
  { key: 'owner', header: 'Owner', cell: ({ user }) => <OwnerLink user={user} /> },
  { key: 'contents', header: 'Serial and records', cell: (zone) => <Contents zone={zone} /> },
  {
    key: 'changed',
    header: 'Records changed',
    isDetail: true,
    cell: ({ changedAt }) => (changedAt ? <DateTime at={changedAt} /> : 'Never'),
  },
  {
    key: 'serving',
    header: 'This server',
    card: 'state',
    cell: ({ serving }) => <ServingState serving={serving} />,
  },
  { key: 'secondaries', header: 'Secondaries', cell: (zone) => <ZoneSecondaries zone={zone} /> },
]

/** The zones of all domains, and whether this server serves the stored records. */
export function AdminZonesPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const query = useQuery(trpc.admin.zones.list.queryOptions(filteredInput(domainFilters, search)))
  return (
    <section aria-label="Zones">
      <FilterBar search={search} statuses={domainFilters} searchLabel="Search name, owner or domain id" />
      <DeskList
        what="Zones"
        query={query}
        columns={columns}
        search={search}
        rowLabel={({ name }) => name}
        empty="No zones yet"
      />
    </section>
  )
}
