import { createRoute } from '@tanstack/react-router'
import { administratorArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { readRenewalsSearch } from './desk-search.ts'

const desk = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin/renewals',
  staticData: { title: 'Renewals' },
  validateSearch: readRenewalsSearch,
  loaderDeps: ({ search: { refund: _, ...search } }) => search,
  // What the page asks for too: a module that both load would be one more request on every page of the desk.
  loader: ({ context: { queryClient, trpc }, deps: { view, state, cursor } }) => {
    const page = cursor ? { cursor } : {}
    if (view === 'refunds') return queryClient.prefetchQuery(trpc.renewalsDesk.refunds.queryOptions(page))
    const which = { ...(state ? { state } : {}), ...page }
    return queryClient.prefetchQuery(trpc.renewalsDesk.list.queryOptions(which))
  },
  component: lazyPage(() => import('./desk-page.tsx'), 'AdminRenewalsPage'),
})

export const deskRoutes = [desk] as const
