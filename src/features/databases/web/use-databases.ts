import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'

/** The customer's databases, of one service or all. */
export function useDatabases(serviceId: string | undefined) {
  const trpc = useTRPC()
  return useQuery(
    trpc.databases.list.queryOptions(
      {},
      {
        select: (all) =>
          serviceId === undefined ? all : all.filter((database) => database.serviceId === serviceId),
      },
    ),
  )
}
