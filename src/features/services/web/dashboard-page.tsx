import { Link } from '@tanstack/react-router'
import { WorkspaceTiles } from '#web/shell/workspace-tiles.tsx'
import { trpc } from '#web/trpc.ts'
import { PlusIcon } from '#web/ui/icons.tsx'
import { useViewer } from '#web/viewer.ts'
import { DashboardHeader } from './dashboard-header.tsx'
import { PendingOrders } from './pending-orders.tsx'
import { ServiceList } from './service-list.tsx'

/** The dashboard: what needs attention, the services, and the ways into each part of the workspace. */
export function DashboardPage() {
  const viewer = useViewer()
  const services = trpc.servers.list.useQuery()
  const orders = trpc.orders.list.useQuery()
  if (!viewer) return null
  return (
    <div className="dashboard">
      <DashboardHeader viewer={viewer} />
      <PendingOrders orders={orders.data ?? []} services={services.data ?? []} />
      <section aria-labelledby="services-title">
        <div className="dashboard-section-head">
          <h2 id="services-title">Your services</h2>
          <Link to="/select-plan" className="button">
            <PlusIcon size={16} /> Add a service
          </Link>
        </div>
        <ServiceList query={services} />
      </section>
      <section aria-labelledby="workspace-title">
        <h2 id="workspace-title">Workspace</h2>
        <WorkspaceTiles />
      </section>
    </div>
  )
}
