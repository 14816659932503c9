import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { typeNames } from '#shared/backup-texts.ts'
import { showName } from '#shared/names/show-name.ts'
import { DeskList } from '#web/desk/desk-list.tsx'
import { FilterBar } from '#web/desk/filter-bar.tsx'
import { filteredInput } from '#web/desk/list-search.ts'
import { ObjectLink } from '#web/desk/object-link.tsx'
import { OwnerLink } from '#web/desk/owner-link.tsx'
import { useTRPC } from '#web/trpc.ts'
import type { Column } from '#web/ui/tables/data-table.tsx'
import { StatusBadge, type Tone } from '#web/ui/values/status-badge.tsx'
import { Bytes, DateTime } from '#web/ui/values/values.tsx'
import type { AdminBackup } from '../../contract/desk.ts'
import { backupFilters } from './backup-filters.ts'

const route = getRouteApi('/signed-in/shell/administrator/admin/backups')

const origins: Record<AdminBackup['origin'], string> = {
  manual: 'By the customer',
  schedule: 'By schedule',
  safety: 'Before a restore',
}

const tones: Record<AdminBackup['status'], Tone> = { pending: 'warn', completed: 'ok', failed: 'bad' }

/** How and when it ended; a backup found damaged failed long after it was created. */
function State({ backup: { status, reason, verifiedAt, finishedAt } }: { backup: AdminBackup }) {
  return (
    <span className="desk-state">
      <StatusBadge
        status={status}
        tone={tones[status]}
        {...(status === 'completed' && verifiedAt ? { label: 'Completed, verified' } : {})}
      />
      {status === 'failed' && (
        <span className="desk-quiet">
          {reason ?? 'Reason unknown.'} {finishedAt && <DateTime at={finishedAt} as="relative" />}
        </span>
      )}
    </span>
  )
}

const columns: Column<AdminBackup>[] = [
  {
    key: 'service',
    header: 'Service',
    cell: ({ plan, domain, serviceId }) => (
      <span className="desk-state">
        <ObjectLink type="service" id={serviceId}>
          {domain === null ? plan : showName(domain)}
        </ObjectLink>
        {domain !== null && <span className="desk-quiet">{plan}</span>}
      </span>
    ),
  },
  { key: 'customer', header: 'Customer', cell: ({ user }) => <OwnerLink user={user} /> },
  {
    key: 'type',
    header: 'Contents',
    cell: ({ backupType, origin }) => (
      <span className="desk-state">
        <span>{typeNames[backupType]}</span>
        <span className="desk-quiet">{origins[origin]}</span>
      </span>
    ),
  },
  {
    key: 'size',
    header: 'Size',
    align: 'right',
    cell: ({ status, fileSize }) => (status === 'completed' ? <Bytes bytes={fileSize} /> : '—'),
  },
  { key: 'age', header: 'Started', cell: ({ createdAt }) => <DateTime at={createdAt} as="relative" /> },
  {
    key: 'status',
    header: 'Status',
    card: 'state',
    isText: true,
    cell: (backup) => <State backup={backup} />,
  },
]

/** Summary: recent failures, and the last completed backup. */
function Summary({ failed, newest }: { failed: number; newest: readonly AdminBackup[] }) {
  const last = newest.find(({ status }) => status === 'completed')
  if (failed === 0 && !last) return null
  return (
    <p className="desk-backups">
      {failed > 0 ? (
        <Link to="." search={{ status: 'failed' }}>
          <StatusBadge status="failed" tone="bad" label={`${failed} failed in the last 7 days`} />
        </Link>
      ) : (
        <StatusBadge status="fine" tone="ok" label="None failed in the last 7 days" />
      )}
      {last && (
        <span className="desk-quiet">
          Last completed <DateTime at={last.finishedAt ?? last.createdAt} as="relative" />
        </span>
      )}
    </p>
  )
}

/** All customers' backups, with a count of failures and a filter for them. */
export function AdminBackupsPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const { status, ...unfiltered } = search
  const health = useQuery(trpc.admin.health.queryOptions()).data
  const query = useQuery(trpc.admin.backups.queryOptions(filteredInput(backupFilters, search)))
  return (
    <section aria-label="Backups">
      {health && <Summary failed={health.failedBackups} newest={query.data?.items ?? []} />}
      <FilterBar search={search} statuses={backupFilters} />
      <DeskList
        what="Backups"
        query={query}
        columns={columns}
        search={unfiltered}
        empty={status === 'failed' ? 'No backups failed in the last 7 days' : 'No backups yet'}
      />
    </section>
  )
}
