import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#web/trpc.ts'
import { DeskKeys } from './desk-keys.tsx'
import { FilterBar } from './filter-bar.tsx'
import { orderFilters, ordersInput } from './list-search.ts'
import { OrderDetail } from './order-detail.tsx'
import { OrderQueue } from './order-queue.tsx'
import { useDecision } from './use-decision.tsx'
import { useQueueKeys } from './use-queue-keys.ts'

const route = getRouteApi('/signed-in/shell/administrator/admin/')

/** The approval desk: the queue, and the order that is open beside it. */
export function AdminOrdersPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = trpc.admin.orders.list.useQuery(ordersInput(search))
  const items = list.data?.items ?? []
  const { decide, dialogs } = useDecision()
  const close = () => void navigate({ search: ({ selected: _, ...rest }) => rest, resetScroll: false })
  useQueueKeys({ items, selected: search.selected, decide, close })

  return (
    <div className="desk-split" data-open={search.selected ? '' : undefined}>
      <section aria-label="Orders" className="desk-list">
        <FilterBar
          search={search}
          statuses={orderFilters}
          searchLabel="Search order id, email, mobile or domain"
        />
        <OrderQueue query={list} search={search} />
        <DeskKeys />
      </section>
      {search.selected && <OrderDetail id={search.selected} decide={decide} onClose={close} />}
      {dialogs}
    </div>
  )
}
