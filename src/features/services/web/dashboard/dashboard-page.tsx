import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { readListSearch } from '#web/lib/paged-list.ts'
import { WorkspaceTiles } from '#web/shell/workspace-tiles.tsx'
import { useTRPC } from '#web/trpc.ts'
import { PlusIcon } from '#web/ui/icons.tsx'
import { useFeatures } from '#web/use-features.ts'
import { useViewer } from '#web/viewer.ts'
import { DashboardHeader } from './dashboard-header.tsx'
import { siteOrderNames } from './dashboard-sites.ts'
import { FirstSteps } from './first-steps-part.ts'
import { onlyActive } from './first-steps-state.ts'
import { PendingOrders } from './pending-orders.tsx'
import { SiteCards } from './site-cards.tsx'

/** The dashboard: what waits, what is to be done first, the services, and the ways into each part of the workspace. */
export function DashboardPage() {
  const trpc = useTRPC()
  const viewer = useViewer()
  const DueNotice = useFeatures().find((feature) => feature.DueNotice)?.DueNotice
  const search = readListSearch(useSearch({ strict: false }), siteOrderNames)
  const services = useQuery(trpc.servers.list.queryOptions())
  const orders = useQuery(trpc.orders.list.queryOptions())
  const only = onlyActive(services.data ?? [])
  if (!viewer) return null
  return (
    <div className="dashboard">
      <DashboardHeader viewer={viewer} />
      {DueNotice && <DueNotice />}
      <PendingOrders orders={orders.data ?? []} />
      {only && <FirstSteps service={only} />}
      <section aria-labelledby="services-title">
        <div className="dashboard-section-head">
          <h2 id="services-title">Your sites</h2>
          <Link to="/select-plan" className="button">
            <PlusIcon size={16} /> Add a service
          </Link>
        </div>
        <SiteCards query={services} search={search} />
      </section>
      <section aria-labelledby="workspace-title">
        <h2 id="workspace-title">Workspace</h2>
        <WorkspaceTiles />
      </section>
    </div>
  )
}
