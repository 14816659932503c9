import { Link } from '@tanstack/react-router'
import type { AdminOrder } from '#features/orders/contract/desk.ts'
import { orderName } from '#features/orders/contract/order-name.ts'
import { showName } from '#shared/names/show-name.ts'
import { orderNumber } from '#shared/text/order-number.ts'
import { ObjectLink } from '#web/desk/object-link.tsx'
import { OwnerLink } from '#web/desk/owner-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { DateTime, Money } from '#web/ui/values/values.tsx'

const columns: Column<AdminOrder>[] = [
  {
    key: 'order',
    header: 'Order',
    cell: ({ id, plan }) => (
      <Link to="/admin/orders" search={{ selected: id }} className="desk-row-link">
        {plan.name}
        <span className="mono">{orderNumber(id)}</span>
      </Link>
    ),
  },
  { key: 'customer', header: 'Customer', cell: ({ user }) => <OwnerLink user={user} /> },
  {
    key: 'domain',
    header: 'Domain',
    cell: ({ domain, serviceId }) =>
      domain === null ? (
        '—'
      ) : (
        <ObjectLink type="service" id={serviceId}>
          {showName(domain)}
        </ObjectLink>
      ),
  },
  { key: 'amount', header: 'Amount', align: 'right', cell: ({ amount }) => <Money rupees={amount} /> },
  { key: 'placed', header: 'Placed', cell: ({ createdAt }) => <DateTime at={createdAt} as="relative" /> },
]

/** Orders that have waited longest, each with a link to its decision. */
export const OverviewOrders = ({ orders }: { orders: readonly AdminOrder[] }) => (
  <section aria-labelledby="waiting-title">
    <div className="desk-toolbar">
      <h2 id="waiting-title">Waiting longest</h2>
      <Link to="/admin/orders">All waiting orders</Link>
    </div>
    {orders.length === 0 ? (
      <EmptyState title="No orders are waiting. New orders appear here automatically." />
    ) : (
      <DataTable
        caption="Orders that have waited longest, oldest first"
        columns={columns}
        rows={orders}
        rowId={({ id }) => id}
        rowLabel={orderName}
      />
    )}
  </section>
)
