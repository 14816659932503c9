import { createRoute } from '@tanstack/react-router'
import { administratorArea } from '#web/areas.tsx'
import { filteredInput, readListSearch } from '#web/desk/list-search.ts'
import { prefetchCounts } from '#web/desk/prefetch-counts.ts'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { domainFilters } from './domain-filters.ts'

const domains = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin/domains',
  staticData: { title: 'Domains' },
  validateSearch: readListSearch(domainFilters),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    Promise.all([
      prefetchCounts(context),
      context.queryClient.prefetchQuery(
        context.trpc.admin.domains.list.queryOptions(filteredInput(domainFilters, deps)),
      ),
    ]),
  component: lazyPage(() => import('#features/domains/web/desk/domains-page.tsx'), 'AdminDomainsPage'),
})

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
  component: lazyPage(() => import('#features/domains/web/desk/zones-page.tsx'), 'AdminZonesPage'),
})

export const deskRoutes = [domains, zones] as const
