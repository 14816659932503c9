import { createRoute } from '@tanstack/react-router'
import { administratorArea } from '#web/areas.tsx'
import { prefetchCounts } from '#web/desk/prefetch-counts.ts'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { readRenewalsSearch } from './desk-search.ts'

const desk = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin/renewals',
  staticData: { title: 'Renewals' },
  validateSearch: readRenewalsSearch,
  loaderDeps: ({ search: { refund: _, ...search } }) => search,
  // The page shares this query: a module that both load would be one more request on every page of the desk.
  loader: async ({ context, deps: { view, state, cursor } }) => {
    const { queryClient, trpc } = context
    const page = cursor ? { cursor } : {}
    const which = { ...(state ? { state } : {}), ...page }
    await Promise.all([
      prefetchCounts(context),
      view === 'refunds'
        ? queryClient.prefetchQuery(trpc.renewalsDesk.refunds.queryOptions(page))
        : queryClient.prefetchQuery(trpc.renewalsDesk.list.queryOptions(which)),
    ])
  },
  component: lazyPage(() => import('./desk-page.tsx'), 'AdminRenewalsPage'),
})

export const deskRoutes = [desk] as const
