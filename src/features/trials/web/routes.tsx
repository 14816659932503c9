import { createRoute, notFound } from '@tanstack/react-router'
import { administratorArea, publicArea, shellArea } from '#web/areas.tsx'
import { statusOf } from '#web/lib/api-error.ts'
import { lazyPage, lazyPublicPage } from '#web/lib/lazy-page.ts'
import { given, readSearchCursor } from '#web/lib/search-values.ts'

/** Where temporary sites are not offered, their pages are unknown. */
const orUnknown = (error: unknown): never => {
  throw statusOf(error) === 404 ? notFound() : error
}

const referencePattern = /^CM-[A-Z2-9]{8}$/

const report = createRoute({
  getParentRoute: () => publicArea,
  path: '/report-site/$name',
  staticData: { title: 'Report a site' },
  /** `?sent=` is the reference of a report that was posted without a script. */
  validateSearch: ({ sent }: Record<string, unknown>): { sent?: string } =>
    referencePattern.test(String(sent ?? '')) ? { sent: String(sent) } : {},
  loader: ({ context: { queryClient, trpc } }) =>
    queryClient.fetchQuery(trpc.trials.current.queryOptions()).catch(orUnknown),
  component: lazyPublicPage(() => import('./report-page.tsx'), 'ReportPage'),
})

const keep = createRoute({
  getParentRoute: () => shellArea,
  path: '/keep-site',
  staticData: { title: 'Keep your site' },
  loader: ({ context: { queryClient, trpc } }) =>
    queryClient.fetchQuery(trpc.trials.current.queryOptions()).catch(orUnknown),
  component: lazyPage(() => import('./keep-page.tsx'), 'KeepPage'),
})

type TrialsSearch = { cursor?: string }

const readTrialsSearch = ({ cursor }: Record<string, unknown>): TrialsSearch =>
  given({ cursor: readSearchCursor(cursor) })

const desk = createRoute({
  getParentRoute: () => administratorArea,
  path: '/admin/trials',
  staticData: { title: 'Temporary sites' },
  validateSearch: readTrialsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, trpc }, deps }) =>
    queryClient.fetchQuery(trpc.trials.desk.list.queryOptions(deps)).catch(orUnknown),
  component: lazyPage(() => import('./trials-page.tsx'), 'AdminTrialsPage'),
})

export const publicRoutes = [report] as const
export const shellRoutes = [keep] as const
export const administratorRoutes = [desk] as const
