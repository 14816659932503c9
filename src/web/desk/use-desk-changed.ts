import { useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'

/** Refetches everything that the desk shows. */
export function useDeskChanged(): () => Promise<unknown> {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries(trpc.admin.pathFilter()),
      queryClient.invalidateQueries(trpc.ordersDesk.pathFilter()),
    ])
}
