import { useQuery } from '@tanstack/react-query'
import { ObjectLink } from '#web/desk/object-link.tsx'
import { useTRPC } from '#web/trpc.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { DateTime, Money } from '#web/ui/values/values.tsx'
import type { Payment } from '../../contract/contract.ts'
import { pageOf } from './desk-inputs.ts'
import { DeskPages } from './desk-pages.tsx'
import type { PaymentsSearch } from './desk-search.ts'
import { Payer } from './payer.tsx'

const providers: Record<Payment['provider'], string> = {
  manual: 'Bank or UPI',
  razorpay: 'Razorpay',
  credit: 'Credit',
}

function Target({ payment: { invoiceId, invoiceNumber, orderId } }: { payment: Payment }) {
  if (invoiceNumber)
    return (
      <ObjectLink type="invoice" id={invoiceId}>
        <span className="mono payment-number">{invoiceNumber}</span>
      </ObjectLink>
    )
  return orderId ? <ObjectLink type="order" id={orderId} /> : 'Credit'
}

const columns: Column<Payment>[] = [
  { key: 'customer', header: 'Customer', cell: ({ user }) => <Payer user={user} /> },
  {
    key: 'amount',
    header: 'Amount',
    align: 'right',
    card: 'state',
    cell: ({ amount }) => <Money rupees={amount} bill />,
  },
  {
    key: 'credit',
    header: 'Became credit',
    align: 'right',
    cell: ({ creditAmount }) => (creditAmount > 0 ? <Money rupees={creditAmount} bill /> : '—'),
  },
  { key: 'for', header: 'For', cell: (payment) => <Target payment={payment} /> },
  { key: 'reference', header: 'Reference', cell: ({ reference }) => <code>{reference}</code> },
  { key: 'provider', header: 'By', cell: ({ provider }) => providers[provider], isDetail: true },
  { key: 'received', header: 'Received', cell: ({ receivedAt }) => <DateTime at={receivedAt} as="moment" /> },
]

/** All recorded payments. */
export function DeskReceived({ search }: { search: PaymentsSearch }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.payments.list.queryOptions(pageOf(search)))
  return (
    <>
      <QueryState
        query={query}
        what="The payments"
        loadingText="Loading payments..."
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState
            title="No payments yet"
            text="Payments appear here when you or the payment provider record them."
          />
        }
      >
        {({ items }) => (
          <DataTable
            caption="Payments"
            columns={columns}
            rows={items}
            rowId={({ id }) => id}
            rowLabel={({ reference }) => reference}
          />
        )}
      </QueryState>
      <DeskPages search={search} nextCursor={query.data?.nextCursor} />
    </>
  )
}
