import { createRoute } from '@tanstack/react-router'
import { privately, shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'

const dataRoute = createRoute({
  getParentRoute: () => shellArea,
  path: '/account/data',
  staticData: { title: 'Your Data', above: { to: '/account', label: 'Account Settings' }, isPrivate: true },
  loader: privately(({ queryClient, trpc }) =>
    Promise.all([
      queryClient.prefetchQuery(trpc.account.export.read.queryOptions()),
      queryClient.prefetchQuery(trpc.account.deletion.read.queryOptions()),
    ]),
  ),
  component: lazyPage(() => import('./data-page.tsx'), 'DataPage'),
})

export const routes = [dataRoute] as const
