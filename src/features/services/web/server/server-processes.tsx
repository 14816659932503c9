import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ServiceProcess } from '#features/monitoring/contract/contract.ts'
import { usePolled } from '#web/lib/calls/polled.ts'
import { useTRPC } from '#web/trpc.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { type Column, DataTable, readSort, type Sort, writeSort } from '#web/ui/tables/data-table.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { Bytes } from '#web/ui/values/values.tsx'
import type { Service } from '../../contract/contract.ts'
import { ServerStale } from './server-stale.tsx'

const route = getRouteApi('/signed-in/shell/server-management/$serviceId/')

const columns: Column<ServiceProcess>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ name }) => <span className="mono">{name}</span>,
    sortValue: ({ name }) => name,
  },
  {
    key: 'pid',
    header: 'PID',
    align: 'right',
    cell: ({ pid }) => <span className="mono">{pid}</span>,
    sortValue: ({ pid }) => pid,
  },
  {
    key: 'cpu',
    header: 'CPU',
    align: 'right',
    cell: ({ cpu }) => <span className="tabular">{cpu}%</span>,
    sortValue: ({ cpu }) => cpu,
  },
  {
    key: 'memory',
    header: 'Memory',
    align: 'right',
    cell: ({ memory }) => <Bytes bytes={memory} />,
    sortValue: ({ memory }) => memory,
  },
  {
    key: 'threads',
    header: 'Threads',
    align: 'right',
    cell: ({ threads }) => threads,
    sortValue: ({ threads }) => threads,
  },
  {
    key: 'status',
    header: 'Status',
    card: 'state',
    cell: ({ status }) => <StatusBadge status={status} />,
    sortValue: ({ status }) => status,
  },
]

const none = <EmptyState title="No processes" text="This service is not running." />

/** The service's processes as the operating system reports them, refreshed every 5 s. */
export function ServerProcesses({ service: { id } }: { service: Service }) {
  const trpc = useTRPC()
  const navigate = useNavigate()
  const sort = readSort(route.useSearch().sort, columns)
  const query = usePolled<ServiceProcess[]>({
    queryKey: trpc.servers.processes.queryKey({ id }),
    path: `/api/server-processes/${id}`,
  })
  const onSort = (next: Sort) =>
    void navigate({
      to: '/server-management/$serviceId',
      params: { serviceId: id },
      search: { tab: 'processes', sort: writeSort(next) },
      replace: true,
      resetScroll: false,
    })
  return (
    <QueryState query={query} what="The processes" loadingText="Loading processes..." empty={none}>
      {(processes) => (
        <>
          <ServerStale query={query} />
          <DataTable
            caption="Processes of this server"
            columns={columns}
            rows={processes}
            rowId={({ pid }) => String(pid)}
            rowLabel={({ name, pid }) => `${name} (${pid})`}
            sort={sort}
            onSort={onSort}
          />
        </>
      )}
    </QueryState>
  )
}
