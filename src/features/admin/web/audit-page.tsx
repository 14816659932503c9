import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { AuditRow } from '#features/admin/contract.ts'
import { actionWords } from '#web/desk/action-words.ts'
import { DeskList } from '#web/desk/desk-list.tsx'
import { pageInput } from '#web/desk/list-search.ts'
import { ObjectLink } from '#web/desk/object-link.tsx'
import { useTRPC } from '#web/trpc.ts'
import type { Column } from '#web/ui/tables/data-table.tsx'
import { DateTime } from '#web/ui/values/values.tsx'

const route = getRouteApi('/signed-in/shell/administrator/admin/audit')

const columns: Column<AuditRow>[] = [
  { key: 'at', header: 'Time', cell: ({ at }) => <DateTime at={at} as="moment" /> },
  { key: 'actor', header: 'By', cell: ({ actor }) => (actor === 'portal' ? 'Portal' : actor) },
  {
    key: 'action',
    header: 'Action',
    cell: ({ action }) => <span title={action}>{actionWords(action)}</span>,
  },
  {
    key: 'target',
    header: 'Object',
    cell: ({ targetType, targetId }) => <ObjectLink type={targetType} id={targetId} />,
  },
  { key: 'note', header: 'Note', isText: true, cell: ({ note }) => note ?? '—' },
]

/** Everything that was done, by whom and when. */
export function AdminAuditPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const query = useQuery(trpc.admin.audit.queryOptions(pageInput(search)))
  return (
    <section aria-label="Audit">
      <DeskList what="Audit entries" query={query} columns={columns} search={search} empty="No entries yet" />
    </section>
  )
}
