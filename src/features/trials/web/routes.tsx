import { createRoute } from '@tanstack/react-router'
import { privately, publicArea, shellArea } from '#web/areas.tsx'
import { lazyPage, lazyPublicPage } from '#web/lib/navigation/lazy-page.ts'
import { orUnknown } from './or-unknown.ts'

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
  staticData: { title: 'Keep your site', isPrivate: true },
  loader: privately(({ queryClient, trpc }) =>
    queryClient.fetchQuery(trpc.trials.current.queryOptions()).catch(orUnknown),
  ),
  component: lazyPage(() => import('./keep-page.tsx'), 'KeepPage'),
})

export const publicRoutes = [report] as const
export const shellRoutes = [keep] as const
