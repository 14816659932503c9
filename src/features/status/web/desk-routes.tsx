import { createRoute } from '@tanstack/react-router'
import { administratorArea } from '#web/areas.tsx'
import { prefetchCounts } from '#web/desk/prefetch-counts.ts'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { given, readSearchCursor, readSearchDialog, withoutDialog } from '#web/lib/search-values.ts'

type IncidentsSearch = { cursor?: string; dialog?: 'post' }

const readIncidentsSearch = ({ cursor, dialog }: Record<string, unknown>): IncidentsSearch =>
  given({ cursor: readSearchCursor(cursor), dialog: readSearchDialog(dialog, ['post']) })

const incidentsRoute = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin/status',
  staticData: { title: 'Status' },
  validateSearch: readIncidentsSearch,
  loaderDeps: ({ search }) => withoutDialog(search),
  loader: ({ context, deps }) =>
    Promise.all([
      prefetchCounts(context),
      context.queryClient.prefetchQuery(context.trpc.status.incidents.list.queryOptions(deps)),
    ]),
  component: lazyPage(() => import('./incidents-page.tsx'), 'AdminIncidentsPage'),
})

export const deskRoutes = [incidentsRoute] as const
