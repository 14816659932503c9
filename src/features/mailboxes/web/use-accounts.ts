import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'

/** The customer's email accounts, for one service or all. */
export function useAccounts(serviceId: string | undefined) {
  const trpc = useTRPC()
  return useQuery(
    trpc.email.list.queryOptions(
      {},
      {
        select: (all) =>
          serviceId === undefined ? all : all.filter((account) => account.serviceId === serviceId),
      },
    ),
  )
}
