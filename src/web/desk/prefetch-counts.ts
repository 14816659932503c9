import type { PageContext } from '#web/areas.tsx'

/** Prefetches the counts of the desk tabs. */
export const prefetchCounts = ({
  queryClient,
  trpc,
}: Pick<PageContext, 'queryClient' | 'trpc'>): Promise<void> =>
  queryClient.prefetchQuery(trpc.admin.health.queryOptions())
