import { useQuery } from '@tanstack/react-query'
import type { DeskCount } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'

/** Number of pending orders. */
export function useWaiting(): DeskCount | null {
  const trpc = useTRPC()
  const count = useQuery(trpc.admin.health.queryOptions()).data?.pendingOrders ?? 0
  return count > 0 ? { count, label: 'waiting' } : null
}
