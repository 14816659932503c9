import { Link } from '@tanstack/react-router'
import { showName } from '#shared/names/show-name.ts'
import { orderNumber } from '#shared/text/order-number.ts'
import { DeskList } from '#web/desk/desk-list.tsx'
import type { ListQuery, ListSearch } from '#web/desk/list-search.ts'
import { ObjectLink } from '#web/desk/object-link.tsx'
import { OwnerLink } from '#web/desk/owner-link.tsx'
import type { Column, DataTableProps } from '#web/ui/tables/data-table.tsx'
import { DateTime, Money } from '#web/ui/values/values.tsx'
import type { AdminOrder } from '../../contract/desk.ts'
import { orderName } from '../../contract/order-name.ts'
import { OrderPayment, OrderState } from './order-states.tsx'

/** The link of a row; the keys move between these. */
export const orderLinkId = (id: string): string => `order-${id}`

const columnsOf = (search: ListSearch): Column<AdminOrder>[] => [
  {
    key: 'order',
    header: 'Order',
    cell: (order) => (
      <Link
        to="/admin/orders"
        search={{ ...search, selected: order.id }}
        resetScroll={false}
        activeOptions={{ exact: true }}
        id={orderLinkId(order.id)}
        className="desk-row-link"
        aria-current={search.selected === order.id ? 'true' : undefined}
      >
        {order.plan.name}
        <span className="mono">{orderNumber(order.id)}</span>
      </Link>
    ),
  },
  { key: 'customer', header: 'Customer', cell: ({ user }) => <OwnerLink user={user} /> },
  {
    key: 'domain',
    header: 'Domain',
    isDetail: true,
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
  { key: 'payment', header: 'Payment', cell: (order) => <OrderPayment order={order} /> },
  {
    key: 'placed',
    header: 'Placed',
    isDetail: true,
    cell: ({ createdAt }) => <DateTime at={createdAt} as="relative" />,
  },
  { key: 'status', header: 'Status', card: 'state', cell: (order) => <OrderState order={order} /> },
]

type OrderQueueProps = Pick<DataTableProps<AdminOrder>, 'selection'> & {
  query: ListQuery<AdminOrder>
  search: ListSearch
}

/** Orders of one page of the queue; pending ones can be selected. */
export function OrderQueue({ query, search, selection }: OrderQueueProps) {
  return (
    <DeskList
      what="Orders"
      query={query}
      columns={columnsOf(search)}
      search={search}
      rowLabel={orderName}
      {...(selection ? { selection } : {})}
      empty="No orders are waiting. New orders appear here automatically."
    />
  )
}
