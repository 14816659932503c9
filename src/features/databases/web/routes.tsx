import { createRoute } from '@tanstack/react-router'
import { shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { readDatabaseSearch } from './database-search.ts'

const databases = createRoute({
  getParentRoute: () => shellArea,
  path: '/databases',
  staticData: { title: 'Databases' },
  validateSearch: readDatabaseSearch,
  loader: ({ context: { queryClient, trpc } }) =>
    Promise.all([
      queryClient.prefetchQuery(trpc.databases.list.queryOptions({})),
      queryClient.prefetchQuery(trpc.databases.dumps.list.queryOptions({})),
      queryClient.prefetchQuery(trpc.servers.list.queryOptions()),
    ]),
  component: lazyPage(() => import('./databases-page.tsx'), 'DatabasesPage'),
})

export const routes = [databases] as const
