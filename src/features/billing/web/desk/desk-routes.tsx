import { createRoute } from '@tanstack/react-router'
import { administratorArea } from '#web/areas.tsx'
import { prefetchCounts } from '#web/desk/prefetch-counts.ts'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { given } from '#web/lib/search-values.ts'
import { deskInput, readDeskSearch } from './desk-search.ts'

const desk = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin/invoices',
  staticData: { title: 'Invoices' },
  validateSearch: readDeskSearch,
  loaderDeps: ({ search: { selected: _, ...rest } }) => given(rest),
  loader: ({ context, deps }) =>
    Promise.all([
      prefetchCounts(context),
      context.queryClient.prefetchQuery(context.trpc.billing.desk.list.queryOptions(deskInput(deps))),
    ]),
  component: lazyPage(() => import('./desk-page.tsx'), 'AdminInvoicesPage'),
})

export const deskRoutes = [desk] as const
