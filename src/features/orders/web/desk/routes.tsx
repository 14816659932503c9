import { createRoute } from '@tanstack/react-router'
import { administratorArea } from '#web/areas.tsx'
import { filteredInput, readListSearch } from '#web/desk/list-search.ts'
import { prefetchCounts } from '#web/desk/prefetch-counts.ts'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { OrderDetail } from './order-detail-part.ts'
import { orderFilters } from './order-statuses.ts'

const orders = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin/orders',
  staticData: { title: 'Orders' },
  validateSearch: readListSearch(orderFilters),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    Promise.all([
      prefetchCounts(context),
      context.queryClient.prefetchQuery(
        context.trpc.ordersDesk.list.queryOptions(filteredInput(orderFilters, deps)),
      ),
      deps.selected && OrderDetail.preload(),
      deps.selected &&
        context.queryClient.prefetchQuery(context.trpc.ordersDesk.get.queryOptions({ id: deps.selected })),
    ]),
  component: lazyPage(() => import('#features/orders/web/desk/orders-page.tsx'), 'AdminOrdersPage'),
})

export const deskRoutes = [orders] as const
