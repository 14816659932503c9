import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'

/** The customer's backups: those of one service, or all of them. */
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
