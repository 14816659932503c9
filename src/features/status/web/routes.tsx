import { createRoute } from '@tanstack/react-router'
import { administratorArea, publicArea } from '#web/areas.tsx'
import { lazyPage, lazyPublicPage } from '#web/lib/lazy-page.ts'
import { describePage } from '#web/lib/page-description.ts'
import { given, readSearchCursor, readSearchDialog, withoutDialog } from '#web/lib/search-values.ts'

const statusRoute = createRoute({
  getParentRoute: () => publicArea,
  path: '/status',
  staticData: { title: 'Service status' },
  head: describePage('What we measure of our service: uptime, approvals, tested backups, and incidents.'),
  loader: ({ context: { queryClient, trpc } }) => queryClient.ensureQueryData(trpc.status.get.queryOptions()),
  component: lazyPublicPage(() => import('./status-page.tsx'), 'StatusPage'),
})

type IncidentsSearch = { cursor?: string; dialog?: 'post' }

const readIncidentsSearch = ({ cursor, dialog }: Record<string, unknown>): IncidentsSearch =>
  given({ cursor: readSearchCursor(cursor), dialog: readSearchDialog(dialog, ['post']) })

const incidentsRoute = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin/status',
  staticData: { title: 'Status' },
  validateSearch: readIncidentsSearch,
  loaderDeps: ({ search }) => withoutDialog(search),
  loader: ({ context: { queryClient, trpc }, deps }) =>
    queryClient.prefetchQuery(trpc.status.incidents.list.queryOptions(deps)),
  component: lazyPage(() => import('./incidents-page.tsx'), 'AdminIncidentsPage'),
})

export const publicRoutes = [statusRoute] as const
export const administratorRoutes = [incidentsRoute] as const
