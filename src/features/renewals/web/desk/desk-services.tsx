import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { given } from '#web/lib/search-values.ts'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { DataTable } from '#web/ui/tables/data-table.tsx'
import type { AdminRenewal } from '../../contract/contract.ts'
import { DeskPages } from './desk-pages.tsx'
import type { DeskState, RenewalsSearch } from './desk-search.ts'
import { renewalColumns } from './renewal-columns.tsx'

const PostponeDialog = lazyPart(() => import('./postpone-dialog.tsx'), 'PostponeDialog')

const exact = { exact: true }

const filters: readonly (readonly [state: DeskState | undefined, words: string])[] = [
  [undefined, 'All'],
  ['due', 'Due soon'],
  ['overdue', 'Overdue'],
  ['suspended', 'Suspended'],
]

const Filters = ({ state }: { state: DeskState | undefined }) => (
  <nav aria-label="State" className="desk-chips">
    {filters.map(([each, words]) => (
      <Link
        key={words}
        to="/admin/renewals"
        search={given({ state: each })}
        className="desk-chip"
        activeOptions={exact}
        aria-current={state === each ? 'true' : undefined}
      >
        {words}
      </Link>
    ))}
  </nav>
)

/** Paid terms of services, earliest end first. */
export function DeskServices({ search }: { search: RenewalsSearch }) {
  const trpc = useTRPC()
  const { state, cursor } = search
  const query = useQuery(trpc.renewalsDesk.list.queryOptions(given({ state, cursor })))
  const sparing = useDialog<AdminRenewal>()
  return (
    <>
      <div className="desk-filters">
        <Filters state={state} />
      </div>
      <QueryState
        query={query}
        what="The renewals"
        loadingText="Loading renewals..."
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState
            title={state ? 'No services in this state' : 'No services yet'}
            text="Services appear here once they are active."
          />
        }
      >
        {({ items }) => (
          <DataTable
            caption="Renewals"
            columns={renewalColumns(sparing.open)}
            rows={items}
            rowId={({ service }) => service.id}
            rowLabel={({ service }) => service.name}
          />
        )}
      </QueryState>
      <DeskPages search={search} nextCursor={query.data?.nextCursor} />
      {sparing.subject && (
        <PostponeDialog
          key={sparing.key}
          renewal={sparing.subject}
          opened={sparing.isOpen}
          onClose={sparing.close}
        />
      )}
    </>
  )
}
