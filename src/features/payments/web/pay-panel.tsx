import { useQuery } from '@tanstack/react-query'
import { orderNumber } from '#shared/text/order-number.ts'
import type { PayPanelProps } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { QueryState } from '#web/ui/query-state.tsx'

// The manifest, which every page loads, names each chunk of the panel: it must need no other.
const PayWays = lazyPart(() => import('./pay-ways.tsx'), 'PayWays')

/** How to pay an order or an invoice, with its reports and payments so far. */
export function PayPanel({ kind, id }: PayPanelProps) {
  const trpc = useTRPC()
  const query = useQuery(trpc.payments[kind].get.queryOptions({ id }))
  return (
    <section className="pay panel" aria-labelledby={`pay-${id}`}>
      <h2 id={`pay-${id}`}>
        Payment
        {kind === 'order' && <span className="visually-hidden"> for order {orderNumber(id)}</span>}
      </h2>
      <QueryState query={query} what="How to pay" loadingText="Loading how to pay...">
        {(pay) => <PayWays pay={pay} />}
      </QueryState>
    </section>
  )
}
