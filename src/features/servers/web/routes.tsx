import { createRoute, redirect } from '@tanstack/react-router'
import { type PageContext, shellArea } from '#web/areas.tsx'
import { lazyPage } from '#web/lib/lazy-page.ts'
import type { Viewer } from '#web/viewer.ts'
import { gateOf } from '../contract/gate.ts'

type LoaderArgs = { context: PageContext & { viewer: Viewer } }

/** The dashboard at either of its addresses, behind the home gate. */
const dashboardOptions = {
  getParentRoute: () => shellArea,
  staticData: { title: 'Dashboard' },
  loader: async ({ context: { utils, viewer } }: LoaderArgs) => {
    const [services] = await Promise.all([utils.servers.list.fetch(), utils.orders.list.prefetch()])
    const gate = gateOf(viewer, services)
    if (gate !== 'dashboard') throw redirect({ to: `/${gate}` })
  },
  component: lazyPage(() => import('./dashboard-page.tsx'), 'DashboardPage'),
} as const

const dashboard = createRoute({ ...dashboardOptions, path: '/dashboard' })

/** `/` for who is signed in: the dashboard in place (decisions section 3). */
export const customerHome = createRoute({ ...dashboardOptions, path: '/' })

export const routes = [dashboard] as const
