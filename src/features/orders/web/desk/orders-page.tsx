import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FilterBar } from '#web/desk/filter-bar.tsx'
import { filteredInput } from '#web/desk/list-search.ts'
import { useTRPC } from '#web/trpc.ts'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { AdminOrder } from '../../contract/desk.ts'
import { useDecision, type Verb } from './decide/use-decision.tsx'
import { OrderDetail } from './order-detail-part.ts'
import { OrderQueue } from './order-queue.tsx'
import { orderFilters } from './order-statuses.ts'
import { QueueKeys } from './queue-keys.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useOrderSelection } from './use-order-selection.ts'
import { useQueueKeys } from './use-queue-keys.ts'

const ApproveAllDialog = lazyPart(() => import('./decide/orders-approve-dialog.tsx'), 'OrdersApproveDialog')
const RejectAllDialog = lazyPart(() => import('./decide/orders-reject-dialog.tsx'), 'OrdersRejectDialog')

const route = getRouteApi('/signed-in/shell/administrator/admin/orders')

/** The approval desk: the queue, and the open order beside it. */
export function AdminOrdersPage() {
  const trpc = useTRPC()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const input = filteredInput(orderFilters, search)
  const list = useQuery(trpc.ordersDesk.list.queryOptions(input))
  const items = list.data?.items ?? []
  const { decide, dialogs } = useDecision()
  const { orders, selection, toggle, clear } = useOrderSelection(items)
  const deciding = useDialog<{ verb: Verb; chosen: readonly AdminOrder[] }>()
  const decideAll = (verb: Verb) => () => deciding.open({ verb, chosen: orders })
  const AllDialog = deciding.subject?.verb === 'reject' ? RejectAllDialog : ApproveAllDialog
  const close = () => void navigate({ search: ({ selected: _, ...rest }) => rest, resetScroll: false })
  useQueueKeys({ items, selected: search.selected, decide, close, toggle })

  return (
    <div className="desk-split" data-open={search.selected ? '' : undefined}>
      <section aria-label="Orders" className="desk-list">
        <FilterBar
          search={search}
          statuses={orderFilters}
          searchLabel="Search order id, email, mobile or domain"
        />
        <OrderQueue query={list} search={search} {...(input.status === 'pending' ? { selection } : {})} />
        <SelectionBar
          count={orders.length}
          onApprove={decideAll('approve')}
          onReject={decideAll('reject')}
          onClear={clear}
        />
        <QueueKeys />
      </section>
      {search.selected && <OrderDetail id={search.selected} decide={decide} onClose={close} />}
      {dialogs}
      {deciding.subject && (
        <AllDialog
          key={deciding.key}
          orders={deciding.subject.chosen}
          opened={deciding.isOpen}
          onClose={deciding.close}
        />
      )}
    </div>
  )
}
