import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'

/** The customer's backups, of one service or all. */
export function useBackups(serviceId: string | undefined) {
  const trpc = useTRPC()
  return useQuery(
    trpc.backups.list.queryOptions(
      {},
      {
        select: (all) =>
          serviceId === undefined ? all : all.filter((backup) => backup.serviceId === serviceId),
      },
    ),
  )
}
