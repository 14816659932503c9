import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'

/** Says whether a service has ended: it is in the list no more. While the list is on its way, none has. */
export function useHasEnded(): (serviceId: string | null) => boolean {
  const trpc = useTRPC()
  const { data: services } = useQuery(trpc.servers.list.queryOptions())
  return (serviceId) =>
    services !== undefined && serviceId !== null && !services.some(({ id }) => id === serviceId)
}
