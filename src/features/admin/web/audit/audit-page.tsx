import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { AuditRow } from '#features/admin/contract.ts'
import { DeskList } from '#web/desk/desk-list.tsx'
import { FilterBar } from '#web/desk/filter-bar.tsx'
import { shortId } from '#web/desk/object-link.tsx'
import { OwnerLink } from '#web/desk/owner-link.tsx'
import { useTRPC } from '#web/trpc.ts'
import type { Column } from '#web/ui/tables/data-table.tsx'
import { AuditDetail, AuditTime } from './audit-detail.tsx'
import { auditFilters, auditInput } from './audit-filters.ts'
import { AuditSentence } from './audit-sentence.tsx'

const route = getRouteApi('/signed-in/shell/administrator/admin/audit')

const uuid = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g

/** A note that adds nothing to the sentence appears only in the details. */
const isSaid = ({ note, about, targetId }: AuditRow): boolean =>
  note === null ||
  note === targetId ||
  Boolean(about.name && (about.name.includes(note) || note.startsWith(about.name)))

const columns: Column<AuditRow>[] = [
  {
    key: 'event',
    header: 'Event',
    isText: true,
    cell: (entry) => (
      <div className="desk-state">
        <span>
          <AuditSentence entry={entry} />
        </span>
        {!isSaid(entry) && <span className="desk-quiet">{entry.note?.replace(uuid, shortId)}</span>}
        <AuditDetail entry={entry} />
      </div>
    ),
  },
  {
    key: 'customer',
    header: 'Customer',
    cell: ({ customer }) => (customer ? <OwnerLink user={customer} /> : '—'),
  },
  { key: 'at', header: 'When', cell: ({ at }) => <AuditTime at={at} /> },
]

/** All actions, with their actors and times. */
export function AdminAuditPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const query = useQuery(trpc.admin.audit.queryOptions(auditInput(search)))
  return (
    <section aria-label="Audit">
      <FilterBar search={search} statuses={auditFilters} searchLabel="Search by person, action, name or ID" />
      <DeskList what="Audit entries" query={query} columns={columns} search={search} empty="No entries yet" />
    </section>
  )
}
