import type { QueryKey } from '@tanstack/react-query'
import { minute } from '#shared/time.ts'
import type { PageContext } from '#web/areas.tsx'
import type { Tab } from './cloud-search.ts'

/** Enough to find the newest value of each metric. */
export const shownMetrics = { limit: 100 }

/** Metrics change with time, without an event: a tab or a drawer that opens later than this reloads them. */
export const metricsFreshness = { staleTime: 5 * minute } as const

/** The queries of a tab beyond the eight lists. */
const further: Record<Tab, (calls: PageContext['trpc']['cloud']) => { queryKey: QueryKey }[]> = {
  overview: ({ costs, loadBalancers, cdn, providers }) => [
    costs.queryOptions(),
    loadBalancers.queryOptions(),
    cdn.queryOptions(),
    providers.list.queryOptions(),
  ],
  compute: ({ loadBalancers }) => [loadBalancers.queryOptions()],
  storage: ({ cdn }) => [cdn.queryOptions()],
  databases: () => [],
  serverless: ({ apiGateways, messaging }) => [apiGateways.queryOptions(), messaging.queryOptions()],
  containers: ({ devops }) => [devops.queryOptions()],
  analytics: ({ metrics }) => [metrics.queryOptions(shownMetrics)],
  security: ({ monitoring }) => [monitoring.queryOptions()],
}

/** Loads all data of a tab. */
export const loadTab = ({ queryClient, trpc: { cloud } }: PageContext, tab: Tab): Promise<unknown> =>
  Promise.all(
    [cloud.allServices.queryOptions(), ...further[tab](cloud)].map((query) =>
      queryClient.prefetchQuery(query),
    ),
  )
