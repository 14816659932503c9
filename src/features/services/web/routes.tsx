import { createRoute, notFound, redirect } from '@tanstack/react-router'
import { type PageContext, shellArea } from '#web/areas.tsx'
import { statusOf } from '#web/lib/api-error.ts'
import { lazyPage } from '#web/lib/lazy-page.ts'
import { type ListSearch, readListSearch } from '#web/lib/paged-list.ts'
import type { Viewer } from '#web/viewer.ts'
import { gateOf } from '../contract/gate.ts'

import { pageOfSites, siteOrderNames, sitesOf, todayInputOf } from './dashboard-sites.ts'
import { logQuery } from './server-log-query.ts'
import { readServerSearch, type ServerSearch } from './server-search.ts'

import { readWebsitesSearch } from './websites-search.ts'

type LoaderArgs = { context: PageContext & { viewer: Viewer }; deps: ListSearch }

/** The dashboard at either of its addresses, behind the home gate. */
const dashboardOptions = {
  getParentRoute: () => shellArea,
  staticData: { title: 'Dashboard' },
  validateSearch: (search: Record<string, unknown>) => readListSearch(search, siteOrderNames),
  loaderDeps: ({ search }: { search: ListSearch }) => search,
  loader: async ({ context: { utils, viewer }, deps }: LoaderArgs) => {
    // All at once, which is one call of a browser.
    const [services, overviews] = await Promise.all([
      utils.servers.list.fetch(),
      utils.servers.overview.fetch(),
      utils.servers.today.prefetch({}),
      utils.orders.list.prefetch(),
    ])
    const gate = gateOf(viewer, services)
    if (gate !== 'dashboard') throw redirect({ to: `/${gate}` })
    const page = pageOfSites(sitesOf(services, overviews), deps)
    if (page.isLong) await utils.servers.today.prefetch(todayInputOf(page))
  },
  component: lazyPage(() => import('./dashboard-page.tsx'), 'DashboardPage'),
} as const

const dashboard = createRoute({ ...dashboardOptions, path: '/dashboard' })

/** `/` for who is signed in: the dashboard in place (docs/product.md, "Home gate"). */
export const customerHome = createRoute({ ...dashboardOptions, path: '/' })

/** What the open tab shows first. */
function prefetchTab(
  { utils }: PageContext,
  id: string,
  { tab, range, kind, q }: ServerSearch,
): Promise<unknown> {
  if (tab === 'monitoring') {
    const metrics = utils.servers.metrics.prefetch({ id, range: range ?? '1h' })
    return Promise.all([metrics, utils.servers.timeline.prefetch({ id })])
  }
  if (tab === 'processes') return utils.servers.processes.prefetch({ id })
  if (tab === 'logs') return utils.servers.log.prefetch(logQuery(id, { kind, q }))
  if (tab === 'settings') return Promise.resolve()
  return Promise.all([
    utils.servers.stats.prefetch({ id }),
    utils.servers.limits.prefetch({ id }),
    utils.servers.timeline.prefetch({ id }),
  ])
}

const server = createRoute({
  getParentRoute: () => shellArea,
  path: '/server-management/$serviceId',
  staticData: { title: 'Server' },
  validateSearch: readServerSearch,
  loaderDeps: ({ search: { sort, ...read } }): ServerSearch => read,
  loader: async ({ context, params: { serviceId: id }, deps }) => {
    const found = context.utils.servers.get.fetch({ id }).catch((error: unknown) => {
      throw statusOf(error) === 404 ? notFound() : error
    })
    await Promise.all([found, prefetchTab(context, id, deps)])
  },
  component: lazyPage(() => import('./server-page.tsx'), 'ServerPage'),
  notFoundComponent: lazyPage(() => import('./server-missing-page.tsx'), 'ServerMissingPage'),
})

const websites = createRoute({
  getParentRoute: () => shellArea,
  path: '/websites',
  staticData: { title: 'Websites' },
  validateSearch: readWebsitesSearch,
  loader: ({ context: { utils } }) =>
    Promise.all([utils.servers.websites.prefetch(), utils.servers.list.prefetch()]),
  component: lazyPage(() => import('./websites-page.tsx'), 'WebsitesPage'),
})

export const routes = [dashboard, server, websites] as const
