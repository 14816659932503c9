import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { AuditRow } from '#features/admin/contract.ts'
import { DeskList } from '#web/desk/desk-list.tsx'
import { pageInput } from '#web/desk/list-search.ts'
import { useTRPC } from '#web/trpc.ts'
import type { Column } from '#web/ui/tables/data-table.tsx'
import { DateTime } from '#web/ui/values/values.tsx'

const route = getRouteApi('/signed-in/shell/administrator/admin/audit')

const columns: Column<AuditRow>[] = [
  { key: 'at', header: 'When', cell: ({ at }) => <DateTime at={at} as="moment" /> },
  { key: 'actor', header: 'Who', cell: ({ actor }) => actor },
  { key: 'action', header: 'What', cell: ({ action }) => <span className="mono">{action}</span> },
  {
    key: 'target',
    header: 'On',
    cell: ({ targetType, targetId }) => (
      <span className="desk-state">
        {targetType}
        {targetId && <span className="desk-quiet mono">{targetId}</span>}
      </span>
    ),
  },
  { key: 'note', header: 'Note', cell: ({ note }) => note ?? '—' },
]

/** Everything that was done, by whom and when. */
export function AdminAuditPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const query = useQuery(trpc.admin.audit.queryOptions(pageInput(search)))
  return (
    <section aria-label="Audit">
      <DeskList
        what="Audit entries"
        query={query}
        columns={columns}
        search={search}
        empty="Nothing was done yet"
      />
    </section>
  )
}
