import { useQuery } from '@tanstack/react-query'
import type { Driver } from '#features/admin/contract.ts'
import { useTRPC } from '#web/trpc.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { stateOf, worstFirst } from './driver-state.ts'

const columns: Column<Driver>[] = [
  { key: 'area', header: 'Area', cell: ({ area }) => area },
  {
    key: 'state',
    header: 'State',
    card: 'state',
    cell: (driver) => <StatusBadge {...stateOf(driver)} />,
  },
  {
    key: 'message',
    header: 'Message',
    isText: true,
    cell: ({ message }) => <span className="desk-quiet">{message ?? '—'}</span>,
  },
  { key: 'name', header: 'Driver', cell: ({ name }) => name },
  { key: 'mode', header: 'Mode', cell: ({ mode }) => mode },
  {
    key: 'version',
    header: 'Version',
    cell: ({ version }) => <span className="mono">{version ?? '—'}</span>,
  },
]

/** The external connections, those that need attention first. */
export function DriversTable() {
  const trpc = useTRPC()
  const query = useQuery(trpc.admin.drivers.queryOptions())
  return (
    <QueryState query={query} what="The drivers" loadingText="Loading drivers...">
      {(rows) => (
        <DataTable caption="Drivers" columns={columns} rows={worstFirst(rows)} rowId={({ area }) => area} />
      )}
    </QueryState>
  )
}
