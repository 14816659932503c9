import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DeskList } from '#web/desk/desk-list.tsx'
import { pageInput } from '#web/desk/list-search.ts'
import { ObjectLink } from '#web/desk/object-link.tsx'
import { OwnerLink } from '#web/desk/owner-link.tsx'
import { useTRPC } from '#web/trpc.ts'
import type { Column } from '#web/ui/tables/data-table.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import type { FailedBackup } from '../../contract/desk.ts'

const route = getRouteApi('/signed-in/shell/administrator/admin/backups')

const origins: Record<FailedBackup['origin'], string> = {
  manual: 'By the customer',
  schedule: 'By schedule',
  safety: 'Before a restore',
}

const columns: Column<FailedBackup>[] = [
  { key: 'at', header: 'Failed', cell: ({ failedAt }) => <DateTime at={failedAt} as="moment" /> },
  { key: 'customer', header: 'Customer', cell: ({ user }) => <OwnerLink user={user} /> },
  {
    key: 'service',
    header: 'Service',
    cell: ({ plan, domain, serviceId }) => (
      <span className="desk-state">
        <ObjectLink type="service" id={serviceId}>
          {domain ?? 'No domain'}
        </ObjectLink>
        <span className="desk-quiet">{plan}</span>
      </span>
    ),
  },
  { key: 'type', header: 'Type', cell: ({ backupType }) => <span className="mono">{backupType}</span> },
  { key: 'origin', header: 'Started', cell: ({ origin }) => origins[origin] },
  {
    key: 'reason',
    header: 'Reason',
    isText: true,
    cell: ({ reason }) => <span className="desk-quiet">{reason ?? '—'}</span>,
  },
]

/** The backups of all customers that failed lately. */
export function AdminBackupsPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const query = useQuery(trpc.admin.failedBackups.queryOptions(pageInput(search)))
  return (
    <section aria-labelledby="backups-title">
      <div className="desk-toolbar">
        <h2 id="backups-title">Failed backups in the last 7 days</h2>
      </div>
      <DeskList
        what="Failed backups"
        query={query}
        columns={columns}
        search={search}
        empty="No failed backups in the last 7 days"
      />
    </section>
  )
}
