import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { PageContext } from '#web/areas.tsx'
import { type ListSearch, readListSearch } from '#web/lib/paged-list.ts'
import { WorkspaceTiles } from '#web/shell/workspace-tiles.tsx'
import { useTRPC } from '#web/trpc.ts'
import { PlusIcon } from '#web/ui/icons.tsx'
import { useFeatures } from '#web/use-features.ts'
import { useViewer } from '#web/viewer.ts'
import type { Service } from '../../contract/contract.ts'
import type { Overview } from '../../contract/overview.ts'
import { DashboardHeader } from './dashboard-header.tsx'
import { pageOfSites, sitesOf, todayInputOf } from './dashboard-sites.ts'
import { FirstSteps, preloadSteps } from './first-steps-part.ts'
import { onlyActive } from './first-steps-state.ts'
import { PendingOrders } from './pending-orders.tsx'
import { SiteCards } from './site-cards.tsx'
import { siteOrderNames } from './site-orders.ts'

type Read = { services: readonly Service[]; overviews: readonly Overview[]; search: ListSearch }

/** Further data of the dashboard: today's figures for the sites of a page, and the first steps of a single site. */
export async function prefetchSites(
  { queryClient, trpc }: PageContext,
  { services, overviews, search }: Read,
): Promise<void> {
  const page = pageOfSites(sitesOf(services, overviews), search)
  if (page.isLong) await queryClient.prefetchQuery(trpc.servers.today.queryOptions(todayInputOf(page)))
  await preloadSteps(onlyActive(services), overviews)
}

/** The dashboard: pending orders, first steps, services, and links to each part of the workspace. */
export function DashboardPage() {
  const trpc = useTRPC()
  const viewer = useViewer()
  const features = useFeatures()
  const DueNotice = features.find((feature) => feature.DueNotice)?.DueNotice
  const desk = features.find((feature) => feature.deskNotice)?.deskNotice
  const search = readListSearch(useSearch({ strict: false }), siteOrderNames)
  const services = useQuery(trpc.servers.list.queryOptions())
  const orders = useQuery(trpc.orders.list.queryOptions())
  const only = onlyActive(services.data ?? [])
  if (!viewer) return null
  return (
    <div className="dashboard">
      <DashboardHeader viewer={viewer} />
      {desk && <desk.Notice />}
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
        <SiteCards query={services} search={search} isAside={desk !== undefined} />
      </section>
      <section aria-labelledby="workspace-title">
        <h2 id="workspace-title">Workspace</h2>
        <WorkspaceTiles />
      </section>
    </div>
  )
}
