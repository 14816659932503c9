import { minute } from '#shared/time.ts'
import type { PageContext } from '#web/areas.tsx'
import type { Tab } from './cloud-search.ts'

type Utils = PageContext['utils']

/** Enough to find the newest value of each metric. */
export const shownMetrics = { limit: 100 }

/** Metrics change with time, which no event reports: a tab or a drawer that opens later than this reads them again. */
export const metricsFreshness = { staleTime: 5 * minute } as const

/** What a tab shows beyond the eight lists. */
const further: Record<Tab, (utils: Utils) => Promise<unknown>[]> = {
  overview: ({ cloud }) => [
    cloud.costs.prefetch(),
    cloud.loadBalancers.prefetch(),
    cloud.cdn.prefetch(),
    cloud.providers.list.prefetch(),
  ],
  compute: ({ cloud }) => [cloud.loadBalancers.prefetch()],
  storage: ({ cloud }) => [cloud.cdn.prefetch()],
  databases: () => [],
  serverless: ({ cloud }) => [cloud.apiGateways.prefetch(), cloud.messaging.prefetch()],
  containers: ({ cloud }) => [cloud.devops.prefetch()],
  analytics: ({ cloud }) => [cloud.metrics.prefetch(shownMetrics)],
  security: ({ cloud }) => [cloud.monitoring.prefetch()],
}

/** Reads all that a tab shows. */
export const loadTab = (utils: Utils, tab: Tab): Promise<unknown> =>
  Promise.all([utils.cloud.allServices.prefetch(), ...further[tab](utils)])
