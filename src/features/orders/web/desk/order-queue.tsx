import { Link } from '@tanstack/react-router'
import { showName } from '#shared/names/show-name.ts'
import { DeskList } from '#web/desk/desk-list.tsx'
import type { ListQuery, ListSearch } from '#web/desk/list-search.ts'
import { personName } from '#web/desk/person-name.ts'
import type { Column, DataTableProps } from '#web/ui/tables/data-table.tsx'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { DateTime, Money } from '#web/ui/values/values.tsx'
import type { AdminOrder } from '../../contract/desk.ts'
import { orderName } from '../../contract/order-name.ts'
import { orderTones } from './order-statuses.ts'

/** The link of a row, which the keys move between. */
export const orderLinkId = (id: string): string => `order-${id}`

const columnsOf = (search: ListSearch): Column<AdminOrder>[] => [
  {
    key: 'customer',
    header: 'Customer',
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
        {personName(order.user)}
        {order.user.firstName && <span>{order.user.email}</span>}
      </Link>
    ),
  },
  { key: 'plan', header: 'Plan', isDetail: true, cell: ({ plan }) => plan.name },
  {
    key: 'domain',
    header: 'Domain',
    cell: ({ domain }) => <span className="mono">{domain === null ? '—' : showName(domain)}</span>,
  },
  { key: 'amount', header: 'Amount', align: 'right', cell: ({ amount }) => <Money rupees={amount} /> },
  {
    key: 'placed',
    header: 'Placed',
    isDetail: true,
    cell: ({ createdAt }) => <DateTime at={createdAt} as="relative" />,
  },
  {
    key: 'status',
    header: 'Status',
    card: 'state',
    cell: ({ status }) => <StatusBadge status={status} tone={orderTones[status]} />,
  },
]

type OrderQueueProps = Pick<DataTableProps<AdminOrder>, 'selection'> & {
  query: ListQuery<AdminOrder>
  search: ListSearch
}

/** The orders of one page of the queue; those that wait can be selected. */
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
