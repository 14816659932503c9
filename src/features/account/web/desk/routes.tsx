import { createRoute } from '@tanstack/react-router'
import { administratorArea } from '#web/areas.tsx'
import { readListSearch, searchInput } from '#web/desk/list-search.ts'
import { prefetchCounts } from '#web/desk/prefetch-counts.ts'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'

const customers = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin/customers',
  staticData: { title: 'Customers' },
  validateSearch: readListSearch(),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    Promise.all([
      prefetchCounts(context),
      context.queryClient.prefetchQuery(context.trpc.admin.users.list.queryOptions(searchInput(deps))),
      deps.selected
        ? context.queryClient.prefetchQuery(context.trpc.admin.users.get.queryOptions({ id: deps.selected }))
        : null,
    ]),
  component: lazyPage(() => import('#features/account/web/desk/customers-page.tsx'), 'AdminCustomersPage'),
})

export const deskRoutes = [customers] as const
