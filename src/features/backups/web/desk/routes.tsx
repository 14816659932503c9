import { createRoute } from '@tanstack/react-router'
import { administratorArea } from '#web/areas.tsx'
import { filteredInput, readListSearch } from '#web/desk/list-search.ts'
import { prefetchCounts } from '#web/desk/prefetch-counts.ts'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { backupFilters } from './backup-filters.ts'

const backups = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin/backups',
  staticData: { title: 'Backups' },
  validateSearch: readListSearch(backupFilters),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    Promise.all([
      prefetchCounts(context),
      context.queryClient.prefetchQuery(
        context.trpc.admin.backups.queryOptions(filteredInput(backupFilters, deps)),
      ),
    ]),
  component: lazyPage(() => import('#features/backups/web/desk/backups-page.tsx'), 'AdminBackupsPage'),
})

export const deskRoutes = [backups] as const
