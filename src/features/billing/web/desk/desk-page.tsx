import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { OwnerLink } from '#web/desk/owner-link.tsx'
import { useTRPC } from '#web/trpc.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { DateTime, Money } from '#web/ui/values/values.tsx'
import type { AdminInvoice } from '../../contract/contract.ts'
import { InvoiceState } from '../invoice-status.tsx'
import { DeskFilters, DeskPages } from './desk-filters.tsx'
import { DeskInvoice } from './desk-invoice.tsx'
import { deskInput } from './desk-search.ts'
import { MonthTotalsTable } from './month-totals.tsx'

const route = getRouteApi('/signed-in/shell/administrator/admin/invoices')

const columns: Column<AdminInvoice>[] = [
  {
    key: 'number',
    header: 'Number',
    cell: ({ id, number }) => (
      <Link
        to="."
        search={(before) => ({ ...before, selected: id })}
        className="billing-open"
        resetScroll={false}
      >
        {number}
      </Link>
    ),
  },
  { key: 'customer', header: 'Customer', cell: ({ user }) => <OwnerLink user={user} /> },
  { key: 'date', header: 'Date', cell: ({ issuedAt }) => <DateTime at={issuedAt} />, isDetail: true },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    cell: ({ kind, amount }) => <Money rupees={kind === 'creditNote' ? -amount : amount} bill />,
  },
  { key: 'status', header: 'Status', card: 'state', cell: (invoice) => <InvoiceState invoice={invoice} /> },
]

/** Invoices and credit notes of all customers, and the open one beside them. */
export function AdminInvoicesPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(trpc.billing.desk.list.queryOptions(deskInput(search)))
  const close = () => void navigate({ search: ({ selected: _, ...rest }) => rest, resetScroll: false })
  return (
    <div className="desk-split" data-open={search.selected ? '' : undefined}>
      <section aria-label="Invoices" className="desk-list">
        <DeskFilters search={search} />
        {!search.selected && query.data?.totals && <MonthTotalsTable totals={query.data.totals} />}
        <QueryState
          query={query}
          what="The invoices"
          loadingText="Loading invoices..."
          isEmpty={({ items }) => items.length === 0}
          empty={<EmptyState title="No invoices" text="Invoices for approved orders appear here." />}
        >
          {({ items }) => (
            <DataTable
              caption="Invoices"
              columns={columns}
              rows={items}
              rowId={({ id }) => id}
              rowLabel={({ number }) => number}
            />
          )}
        </QueryState>
        <DeskPages search={search} nextCursor={query.data?.nextCursor} />
      </section>
      {search.selected && <DeskInvoice id={search.selected} onClose={close} />}
    </div>
  )
}
