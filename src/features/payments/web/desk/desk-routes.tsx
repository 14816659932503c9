import { createRoute } from '@tanstack/react-router'
import { administratorArea } from '#web/areas.tsx'
import { prefetchCounts } from '#web/desk/prefetch-counts.ts'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { readPaymentsSearch } from './desk-search.ts'

const desk = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin/payments',
  staticData: { title: 'Payments' },
  validateSearch: readPaymentsSearch,
  loaderDeps: ({ search: { dialog: _, ...search } }) => search,
  // The page shares this query: a module that both load would be one more request on every page of the desk.
  loader: ({ context, deps: { view, status, cursor } }) => {
    const { queryClient, trpc } = context
    const page = cursor ? { cursor } : {}
    const counts = prefetchCounts(context)
    if (view === 'lines') {
      const which = { status: status ?? ('waiting' as const), ...page }
      return Promise.all([
        counts,
        queryClient.prefetchQuery(trpc.payments.statements.lines.queryOptions(which)),
      ])
    }
    const { list, reports } = trpc.payments
    return Promise.all([
      counts,
      view === 'received'
        ? queryClient.prefetchQuery(list.queryOptions(page))
        : queryClient.prefetchQuery(reports.list.queryOptions(page)),
    ])
  },
  component: lazyPage(() => import('./desk-page.tsx'), 'AdminPaymentsPage'),
})

export const deskRoutes = [desk] as const
