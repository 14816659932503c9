import type { PageContext } from '#web/areas.tsx'

/** Asks for what the tabs of the desk count by. */
export const prefetchCounts = ({
  queryClient,
  trpc,
}: Pick<PageContext, 'queryClient' | 'trpc'>): Promise<void> =>
  queryClient.prefetchQuery(trpc.admin.health.queryOptions())
