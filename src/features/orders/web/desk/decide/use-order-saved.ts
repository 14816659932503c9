import { useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import type { OrderDetail } from '../../../contract/desk.ts'

/** Shows the result of a decision immediately, and reloads other data it changed. */
export function useOrderSaved(): (order: OrderDetail) => void {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return ({ alreadyApproved: _, ...order }) => {
    queryClient.setQueryData(trpc.ordersDesk.get.queryKey({ id: order.id }), order)
    void queryClient.invalidateQueries(trpc.ordersDesk.list.queryFilter())
    void queryClient.invalidateQueries(trpc.admin.overview.queryFilter())
    void queryClient.invalidateQueries(trpc.admin.health.queryFilter())
    void queryClient.invalidateQueries(trpc.admin.services.list.queryFilter())
  }
}
