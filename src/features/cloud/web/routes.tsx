import { createRoute } from '@tanstack/react-router'
import { shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { readCloudSearch, tabOf } from './kit/cloud-search.ts'
import { loadTab } from './kit/lists.ts'

const cloud = createRoute({
  getParentRoute: () => shellArea,
  path: '/cloud-management',
  staticData: { title: 'Cloud' },
  validateSearch: readCloudSearch,
  loaderDeps: ({ search }) => ({ tab: tabOf(search) }),
  loader: ({ context, deps: { tab } }) => loadTab(context, tab),
  component: lazyPage(() => import('./cloud-page.tsx'), 'CloudPage'),
})

export const routes = [cloud] as const
