import type { Backup } from '#features/backups/contract.ts'
import { siteNameIn } from '#features/services/contract/site-name.ts'
import { trpc } from '#web/trpc.ts'

/** Names the site of a backup; one that has ended by the plan it had. */
export function useSiteName(): (backup: Pick<Backup, 'service'>) => string {
  const { data: services = [] } = trpc.servers.list.useQuery()
  return ({ service }) => siteNameIn(services, service.id, service.plan.name)
}
