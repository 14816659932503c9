import { createRoute } from '@tanstack/react-router'
import { type PageContext, shellArea, siteArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { readDatabaseSearch } from './database-search.ts'

const loader = ({ context: { queryClient, trpc } }: { context: PageContext }) =>
  Promise.all([
    queryClient.prefetchQuery(trpc.databases.list.queryOptions({})),
    queryClient.prefetchQuery(trpc.databases.dumps.list.queryOptions({})),
    queryClient.prefetchQuery(trpc.databases.engines.queryOptions()),
    queryClient.prefetchQuery(trpc.servers.list.queryOptions()),
  ])

const databases = createRoute({
  getParentRoute: () => shellArea,
  path: '/databases',
  staticData: { title: 'Databases' },
  validateSearch: readDatabaseSearch,
  loader,
  component: lazyPage(() => import('./databases-page.tsx'), 'DatabasesPage'),
})

const siteDatabases = createRoute({
  getParentRoute: () => siteArea,
  path: '/databases',
  staticData: { title: 'Databases', siteTab: { order: 50, members: ['viewer', 'developer'] } },
  validateSearch: readDatabaseSearch,
  loader,
  component: lazyPage(() => import('./site-databases-page.tsx'), 'SiteDatabasesPage'),
})

export const routes = { shell: [databases], site: [siteDatabases] } as const
