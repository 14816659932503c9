import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { keptDays } from '#features/services/contract/ended.ts'
import { useTRPC } from '#web/trpc.ts'

/** Shows where the data of ended services is, to customers without any other service. */
export function EndedServices() {
  const trpc = useTRPC()
  const { data: services } = useQuery(trpc.servers.list.queryOptions())
  const orders = useQuery(trpc.orders.list.queryOptions()).data ?? []
  if (services?.length !== 0 || !orders.some(({ status }) => status === 'approved')) return null
  return (
    <p className="select-plan-ended">
      Your service has ended. For {keptDays} days after that you can{' '}
      <Link to="/account/data">export its data</Link>, <Link to="/backups">download its backups</Link>, or{' '}
      <Link to="/contact">ask us to restore it</Link>.
    </p>
  )
}
