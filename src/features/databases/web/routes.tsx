import { createRoute } from '@tanstack/react-router'
import { shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/lazy-page.ts'
import { given } from '#web/lib/search-values.ts'
import { listInput, readDatabaseSearch } from './database-search.ts'

const databases = createRoute({
  getParentRoute: () => shellArea,
  path: '/databases',
  staticData: { title: 'Databases' },
  validateSearch: readDatabaseSearch,
  loaderDeps: ({ search: { service } }) => given({ service }),
  loader: ({ context: { utils }, deps }) =>
    Promise.all([utils.databases.list.prefetch(listInput(deps)), utils.servers.list.prefetch()]),
  component: lazyPage(() => import('./databases-page.tsx'), 'DatabasesPage'),
})

export const routes = [databases] as const
