import { formatBillDate } from '#shared/time.ts'
import { useCallAddress } from '#web/lib/calls/use-call-address.ts'
import { pageOf } from '#web/lib/paged-list.ts'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { ListPager } from '#web/ui/tables/list-controls.tsx'
import { Money } from '#web/ui/values/values.tsx'
import type { HistoryRow } from './history-rows.ts'
import { InvoiceState } from './invoice-status.tsx'

type HistoryActions = { open: (id: string) => void; pdfOf: (id: string) => string }

const BillDate = ({ at }: { at: string }) => (
  <time className="tabular" dateTime={at}>
    {formatBillDate(at)}
  </time>
)

const columnsOf = ({ open, pdfOf }: HistoryActions): Column<HistoryRow>[] => [
  {
    key: 'invoice',
    header: 'Invoice',
    cell: ({ invoice }) =>
      invoice ? (
        <button type="button" className="billing-open" onClick={() => open(invoice.id)}>
          {invoice.number}
        </button>
      ) : (
        'No invoice'
      ),
  },
  {
    key: 'order',
    header: 'Order #',
    cell: ({ order }) => (order ? <span className="mono">{order}</span> : '—'),
  },
  { key: 'date', header: 'Billing Date', cell: ({ at }) => <BillDate at={at} /> },
  { key: 'amount', header: 'Amount', align: 'right', cell: ({ amount }) => <Money rupees={amount} bill /> },
  {
    key: 'state',
    header: 'Status',
    card: 'state',
    cell: ({ invoice }) => (invoice ? <InvoiceState invoice={invoice} /> : 'Before invoices'),
  },
  {
    key: 'document',
    header: 'Document',
    align: 'right',
    card: 'actions',
    cell: ({ invoice }) =>
      invoice ? (
        <>
          {invoice.due > 0 && (
            <button
              type="button"
              className="row-action"
              aria-label={`Pay ${invoice.number}`}
              onClick={() => open(invoice.id)}
            >
              Pay
            </button>
          )}
          <a className="row-action" href={pdfOf(invoice.id)} target="_blank" rel="noreferrer">
            PDF<span className="visually-hidden"> {invoice.number}, opens in a new tab</span>
          </a>
        </>
      ) : null,
  },
]

type BillingHistoryProps = { rows: HistoryRow[]; page: number | undefined; onOpen: (id: string) => void }

/** All invoices and credit notes, newest first; a row opens its invoice. */
export function BillingHistory({ rows, page, onOpen }: BillingHistoryProps) {
  const callAddress = useCallAddress()
  const pdfOf = (id: string) => callAddress(`/api/invoices/${id}/pdf`)
  const shown = pageOf(rows, page === undefined ? {} : { page }, { words: ({ label }) => label, orders: {} })
  return (
    <>
      <DataTable
        caption="Billing History"
        columns={columnsOf({ open: onOpen, pdfOf })}
        rows={shown.rows}
        rowId={({ id }) => id}
        rowLabel={({ label }) => label}
      />
      <ListPager page={shown} />
    </>
  )
}
