import { createRoute } from '@tanstack/react-router'
import { administratorArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { readPaymentsSearch } from './desk-search.ts'

const desk = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin/payments',
  staticData: { title: 'Payments' },
  validateSearch: readPaymentsSearch,
  loaderDeps: ({ search: { dialog: _, ...search } }) => search,
  // What the page asks for too: a module that both load would be one more request on every page of the desk.
  loader: ({ context: { queryClient, trpc }, deps: { view, status, cursor } }) => {
    const page = cursor ? { cursor } : {}
    if (view === 'lines') {
      const which = { status: status ?? ('waiting' as const), ...page }
      return queryClient.prefetchQuery(trpc.payments.statements.lines.queryOptions(which))
    }
    if (view === 'received') return queryClient.prefetchQuery(trpc.payments.list.queryOptions(page))
    return queryClient.prefetchQuery(trpc.payments.reports.list.queryOptions(page))
  },
  component: lazyPage(() => import('./desk-page.tsx'), 'AdminPaymentsPage'),
})

export const deskRoutes = [desk] as const
