import { createRoute, redirect } from '@tanstack/react-router'
import { type PageContext, shellArea, siteArea } from '#web/areas.tsx'
import { lazyFirstPage, lazyPage, loadPage } from '#web/lib/navigation/lazy-page.ts'
import { type ListSearch, readListSearch } from '#web/lib/paged-list.ts'
import type { Viewer } from '#web/viewer.ts'
import { gateOf } from '../contract/gate.ts'
import { preloadSteps } from './dashboard/first-steps-part.ts'
import { siteOrderNames } from './dashboard/site-orders.ts'
import { logQuery } from './server/log/server-log-query.ts'
import { readServerSearch, type ServerSearch } from './server/server-search.ts'

import { readWebsitesSearch } from './websites/websites-search.ts'

type LoaderArgs = { context: PageContext & { viewer: Viewer }; deps: ListSearch }

const loadDashboard = () => import('./dashboard/dashboard-page.tsx')

/** The dashboard at both of its addresses, behind the home gate. */
const dashboardOptions = {
  getParentRoute: () => shellArea,
  staticData: { title: 'Dashboard' },
  validateSearch: (search: Record<string, unknown>) => readListSearch(search, siteOrderNames),
  loaderDeps: ({ search }: { search: ListSearch }) => search,
  loader: async ({ context, deps }: LoaderArgs) => {
    const { queryClient, trpc, viewer } = context
    if (viewer.actingFor)
      throw redirect({
        to: viewer.actingFor.role === 'billing' ? '/profile/billing' : ('/websites' as string),
      })
    // In parallel, which the browser sends as one batch.
    const [services, overviews, { prefetchSites }] = await Promise.all([
      queryClient.fetchQuery(trpc.servers.list.queryOptions()),
      queryClient.fetchQuery(trpc.servers.overview.queryOptions()),
      loadPage(loadDashboard),
      queryClient.prefetchQuery(trpc.servers.today.queryOptions({})),
      queryClient.prefetchQuery(trpc.orders.list.queryOptions()),
      ...context.features.map(({ deskNotice }) => deskNotice?.load(context)),
    ])
    const gate = gateOf(viewer, services)
    if (gate !== 'dashboard') throw redirect({ to: `/${gate}` })
    await prefetchSites(context, { services, overviews, search: deps })
  },
  component: lazyFirstPage(loadDashboard, 'DashboardPage'),
} as const

const dashboard = createRoute({ ...dashboardOptions, path: '/dashboard' })

/** `/` for signed-in users: renders the dashboard in place (docs/product/roles-and-screens.md, "Home gate"). */
export const customerHome = createRoute({ ...dashboardOptions, path: '/' })

// One chunk for the page and the tabs of this feature.
const loadServer = () => import('./server/server-page.tsx')

/** Prefetches the overview of a site, with its first steps while there are any. */
async function prefetchOverview({ queryClient, trpc }: PageContext, id: string): Promise<void> {
  const [service, overviews] = await Promise.all([
    queryClient.fetchQuery(trpc.servers.get.queryOptions({ id })),
    queryClient.fetchQuery(trpc.servers.overview.queryOptions()),
    queryClient.prefetchQuery(trpc.servers.stats.queryOptions({ id })),
    queryClient.prefetchQuery(trpc.servers.limits.queryOptions({ id })),
    queryClient.prefetchQuery(trpc.servers.timeline.queryOptions({ id })),
  ])
  await preloadSteps(service, overviews)
}

/** Prefetches the first view of the open tab. */
async function prefetchTab(
  context: PageContext,
  id: string,
  { tab, range, kind, q }: ServerSearch,
): Promise<unknown> {
  const { queryClient, trpc } = context
  if (tab === 'monitoring') {
    const metrics = queryClient.prefetchQuery(trpc.servers.metrics.queryOptions({ id, range: range ?? '1h' }))
    return Promise.all([metrics, queryClient.prefetchQuery(trpc.servers.timeline.queryOptions({ id }))])
  }
  if (tab === 'processes') return queryClient.prefetchQuery(trpc.servers.processes.queryOptions({ id }))
  if (tab === 'logs')
    return queryClient.prefetchQuery(trpc.servers.log.queryOptions(logQuery(id, { kind, q })))
  if (tab === 'settings') return (await loadPage(loadServer)).preloadSettings()
  return prefetchOverview(context, id)
}

siteArea.update({
  component: lazyPage(loadServer, 'ServerFrame'),
  notFoundComponent: lazyPage(() => import('./server/server-missing-page.tsx'), 'ServerMissingPage'),
})

const server = createRoute({
  getParentRoute: () => siteArea,
  path: '/',
  staticData: { title: 'Server' },
  validateSearch: readServerSearch,
  loaderDeps: ({ search: { sort, ...read } }): ServerSearch => read,
  loader: ({ context, params: { serviceId }, deps }) => prefetchTab(context, serviceId, deps),
  component: lazyPage(loadServer, 'ServerPage'),
})

const websites = createRoute({
  getParentRoute: () => shellArea,
  path: '/websites',
  staticData: { title: 'Websites' },
  validateSearch: readWebsitesSearch,
  loader: ({ context: { queryClient, trpc } }) =>
    Promise.all([
      queryClient.prefetchQuery(trpc.servers.websites.queryOptions()),
      queryClient.prefetchQuery(trpc.servers.overview.queryOptions()),
      queryClient.prefetchQuery(trpc.servers.list.queryOptions()),
    ]),
  component: lazyPage(() => import('./websites/websites-page.tsx'), 'WebsitesPage'),
})

export const routes = { shell: [dashboard, websites], site: [server] } as const
