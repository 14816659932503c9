import { createRoute } from '@tanstack/react-router'
import { shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'

const preferences = createRoute({
  getParentRoute: () => shellArea,
  path: '/account/notifications',
  staticData: { title: 'Notifications', above: { to: '/account', label: 'Account Settings' } },
  loader: ({ context: { queryClient, trpc } }) =>
    queryClient.prefetchQuery(trpc.notifications.preferences.get.queryOptions()),
  component: lazyPage(() => import('./preferences-page.tsx'), 'PreferencesPage'),
})

export const routes = [preferences] as const
