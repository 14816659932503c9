import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { AuditRow } from '#features/admin/contract.ts'
import { DeskList } from '#web/desk/desk-list.tsx'
import { pageInput } from '#web/desk/list-search.ts'
import { OwnerLink } from '#web/desk/owner-link.tsx'
import { useTRPC } from '#web/trpc.ts'
import type { Column } from '#web/ui/tables/data-table.tsx'
import { DateTime } from '#web/ui/values/values.tsx'
import { AuditSentence } from './audit-sentence.tsx'

const route = getRouteApi('/signed-in/shell/administrator/admin/audit')

const columns: Column<AuditRow>[] = [
  {
    key: 'event',
    header: 'Event',
    isText: true,
    cell: (entry) => (
      <span className="desk-state" title={entry.action}>
        <span>
          <AuditSentence entry={entry} />
        </span>
        {entry.note && !entry.about.name?.startsWith(entry.note) && (
          <span className="desk-quiet">{entry.note}</span>
        )}
      </span>
    ),
  },
  {
    key: 'customer',
    header: 'Customer',
    cell: ({ customer, by }) => (customer && customer.id !== by?.id ? <OwnerLink user={customer} /> : '—'),
  },
  { key: 'at', header: 'When', cell: ({ at }) => <DateTime at={at} as="relative" /> },
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
