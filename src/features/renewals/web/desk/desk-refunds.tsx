import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { OwnerLink } from '#web/desk/owner-link.tsx'
import { given } from '#web/lib/search-values.ts'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { RowActions } from '#web/ui/tables/row-actions.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { DateTime, Money } from '#web/ui/values/values.tsx'
import type { Refund } from '../../contract/contract.ts'
import { methodWords } from '../words.ts'
import { DeskPages } from './desk-pages.tsx'
import type { RenewalsSearch } from './desk-search.ts'

const PaidDialog = lazyPart(() => import('./paid-dialog.tsx'), 'PaidDialog')

const State = ({ refund: { status, reference, expectedBy } }: { refund: Refund }) => (
  <span className="desk-state">
    <StatusBadge
      status={status}
      tone={status === 'paid' ? 'ok' : 'warn'}
      label={status === 'paid' ? 'Paid out' : 'To be paid out'}
    />
    {reference && <small>{reference}</small>}
    {!reference && expectedBy && (
      <small>
        promised by <DateTime at={expectedBy} />
      </small>
    )}
  </span>
)

const columnsOf = (paid: (refund: Refund) => void): Column<Refund>[] => [
  { key: 'customer', header: 'Customer', cell: ({ user }) => <OwnerLink user={user} /> },
  { key: 'amount', header: 'Amount', align: 'right', cell: ({ amount }) => <Money rupees={amount} bill /> },
  { key: 'method', header: 'By', cell: ({ method }) => (method ? methodWords[method] : 'Not chosen yet') },
  {
    key: 'papers',
    header: 'Papers',
    cell: ({ invoiceId, creditNoteId }) => (
      <>
        <Link to="/admin/invoices" search={{ selected: invoiceId }}>
          Invoice
        </Link>
        {', '}
        <Link to="/admin/invoices" search={{ selected: creditNoteId }}>
          credit note
        </Link>
      </>
    ),
  },
  { key: 'created', header: 'Since', cell: ({ createdAt }) => <DateTime at={createdAt} />, isDetail: true },
  { key: 'state', header: 'State', card: 'state', cell: (refund) => <State refund={refund} /> },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    card: 'actions',
    cell: (refund) =>
      refund.status === 'waiting' && (
        <RowActions label={`the refund of ${refund.user.email}`}>
          <button type="button" className="row-action" onClick={() => paid(refund)}>
            Mark as paid out…<span className="visually-hidden"> {refund.user.email}</span>
          </button>
        </RowActions>
      ),
  },
]

/** Refunds to customers, newest first. */
export function DeskRefunds({ search }: { search: RenewalsSearch }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.renewalsDesk.refunds.queryOptions(given({ cursor: search.cursor })))
  const paying = useDialog<Refund>()
  return (
    <>
      <QueryState
        query={query}
        what="The refunds"
        loadingText="Loading refunds..."
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title="No refunds" text="Start a refund from its invoice." />}
      >
        {({ items }) => (
          <DataTable
            caption="Refunds"
            columns={columnsOf(paying.open)}
            rows={items}
            rowId={({ id }) => id}
            rowLabel={({ user }) => user.email}
          />
        )}
      </QueryState>
      <DeskPages search={search} nextCursor={query.data?.nextCursor} />
      {paying.subject && (
        <PaidDialog key={paying.key} refund={paying.subject} opened={paying.isOpen} onClose={paying.close} />
      )}
    </>
  )
}
