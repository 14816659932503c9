import { createRoute } from '@tanstack/react-router'
import { administratorArea } from '#web/areas.tsx'
import { prefetchCounts } from '#web/desk/prefetch-counts.ts'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'

const catalogue = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin/catalogue',
  staticData: { title: 'Catalogue' },
  loader: ({ context }) =>
    Promise.all([
      prefetchCounts(context),
      context.queryClient.prefetchQuery(context.trpc.admin.categories.list.queryOptions()),
      context.queryClient.prefetchQuery(context.trpc.admin.plans.list.queryOptions()),
    ]),
  component: lazyPage(() => import('#features/catalogue/web/desk/catalogue-page.tsx'), 'AdminCataloguePage'),
})

export const deskRoutes = [catalogue] as const
