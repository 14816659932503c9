import { createRoute } from '@tanstack/react-router'
import { administratorArea } from '#web/areas.tsx'
import { prefetchCounts } from '#web/desk/prefetch-counts.ts'
import { lazyPage } from '#web/lib/navigation/lazy-page.ts'
import { given, readSearchCursor } from '#web/lib/search-values.ts'
import { orUnknown } from '../or-unknown.ts'

type TrialsSearch = { cursor?: string }

const readTrialsSearch = ({ cursor }: Record<string, unknown>): TrialsSearch =>
  given({ cursor: readSearchCursor(cursor) })

const desk = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin/trials',
  staticData: { title: 'Temporary sites' },
  validateSearch: readTrialsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    Promise.all([
      prefetchCounts(context),
      context.queryClient.fetchQuery(context.trpc.trials.desk.list.queryOptions(deps)).catch(orUnknown),
    ]),
  component: lazyPage(() => import('./trials-page.tsx'), 'AdminTrialsPage'),
})

export const deskRoutes = [desk] as const
