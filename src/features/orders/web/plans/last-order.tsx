import { useQuery } from '@tanstack/react-query'
import { asSentence } from '#shared/text/shown-text.ts'
import { useTRPC } from '#web/trpc.ts'
import { readFollowed } from '../waiting.ts'

/** Shows a returning customer that the last order was not approved, and why. */
export function LastOrder() {
  const trpc = useTRPC()
  const services = useQuery(trpc.servers.list.queryOptions()).data ?? []
  const orders = useQuery(trpc.orders.list.queryOptions()).data ?? []
  const [newest] = readFollowed(services, orders)
  if (newest?.kind !== 'closed' || newest.order.status !== 'rejected') return null
  const { plan, reason } = newest.order
  return (
    <p className="select-plan-notice">
      Your {plan.name} order was not approved{reason ? `: ${asSentence(reason)}` : '.'}
    </p>
  )
}
