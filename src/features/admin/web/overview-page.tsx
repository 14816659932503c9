import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { QueryState } from '#web/ui/query-state.tsx'
import { OverviewFigures } from './overview-figures.tsx'
import { OverviewNotices } from './overview-notices.tsx'
import { OverviewOrders } from './overview-orders.tsx'
import { OverviewRevenue } from './overview-revenue.tsx'

/** An administrator's first page: problems, waiting orders, and revenue. */
export function AdminOverviewPage() {
  const trpc = useTRPC()
  const health = useQuery(trpc.admin.health.queryOptions())
  const overview = useQuery(trpc.admin.overview.queryOptions())
  return (
    <div className="overview">
      <QueryState query={overview} what="The overview" loadingText="Loading overview...">
        {(found) => (
          <>
            {health.data && <OverviewNotices overview={found} health={health.data} />}
            {health.data && <OverviewFigures overview={found} health={health.data} />}
            <OverviewOrders orders={found.oldestOrders} />
            <OverviewRevenue revenue={found.revenue} />
          </>
        )}
      </QueryState>
    </div>
  )
}
