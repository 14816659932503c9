import { useQuery } from '@tanstack/react-query'
import type { Backup } from '#features/backups/contract/contract.ts'
import { isEnded } from '#features/services/contract/ended.ts'
import { serviceLabelIn } from '#shared/names/site-name.ts'
import { useTRPC } from '#web/trpc.ts'

/** The label of a backup's service; for an ended one, its former plan. */
export function useServiceLabel(): (backup: Pick<Backup, 'service'>) => string {
  const trpc = useTRPC()
  const { data: services = [] } = useQuery(trpc.servers.list.queryOptions())
  return ({ service }) => serviceLabelIn(services, service.id, service.plan.name)
}

/** Whether the service of a backup has ended. */
export function useHasEnded(): (backup: Pick<Backup, 'serviceId'>) => boolean {
  const trpc = useTRPC()
  const { data: services } = useQuery(trpc.servers.list.queryOptions())
  return ({ serviceId }) => isEnded(services, serviceId)
}
