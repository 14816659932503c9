import { createRoute } from '@tanstack/react-router'
import { administratorArea } from '#web/areas.tsx'
import { filteredInput, readListSearch } from '#web/desk/list-search.ts'
import { prefetchCounts } from '#web/desk/prefetch-counts.ts'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { serviceFilters } from './service-filters.ts'

const services = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin/services',
  staticData: { title: 'Services' },
  validateSearch: readListSearch(serviceFilters),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    Promise.all([
      prefetchCounts(context),
      context.queryClient.prefetchQuery(
        context.trpc.admin.services.list.queryOptions(filteredInput(serviceFilters, deps)),
      ),
    ]),
  component: lazyPage(() => import('#features/services/web/desk/services-page.tsx'), 'AdminServicesPage'),
})

export const deskRoutes = [services] as const
