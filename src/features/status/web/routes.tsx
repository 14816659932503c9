import { createRoute } from '@tanstack/react-router'
import { publicArea } from '#web/areas.tsx'
import { lazyPublicPage } from '#web/lib/navigation/lazy-page.ts'
import { describePage } from '#web/lib/navigation/page-description.ts'

const statusRoute = createRoute({
  getParentRoute: () => publicArea,
  path: '/status',
  staticData: { title: 'Service status' },
  head: describePage('Measured uptime, approval times, tested backups, and incidents.'),
  loader: ({ context: { queryClient, trpc } }) => queryClient.ensureQueryData(trpc.status.get.queryOptions()),
  component: lazyPublicPage(() => import('./status-page.tsx'), 'StatusPage'),
})

export const publicRoutes = [statusRoute] as const
