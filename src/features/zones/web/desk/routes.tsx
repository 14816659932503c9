import { createRoute } from '@tanstack/react-router'
import { administratorArea } from '#web/areas.tsx'
import { filteredInput, readListSearch } from '#web/desk/list-search.ts'
import { prefetchCounts } from '#web/desk/prefetch-counts.ts'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { domainFilters } from '../../contract/domain-statuses.ts'

const zones = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin/zones',
  staticData: { title: 'Zones' },
  validateSearch: readListSearch(domainFilters),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    Promise.all([
      prefetchCounts(context),
      context.queryClient.prefetchQuery(
        context.trpc.admin.zones.list.queryOptions(filteredInput(domainFilters, deps)),
      ),
    ]),
  component: lazyPage(() => import('#features/zones/web/desk/zones-page.tsx'), 'AdminZonesPage'),
})

export const deskRoutes = [zones] as const
