import type { Order } from '#features/orders/contract.ts'
import { trpc } from '#web/trpc.ts'
import { Confirming } from '#web/ui/confirming.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'

/** Takes an order back while nobody decided it. */
export function CancelOrder({ order }: { order: Order }) {
  const asking = useDialog<Order>()
  const utils = trpc.useUtils()
  const cancel = trpc.orders.cancel.useMutation({
    meta: { failure: 'The order could not be cancelled' },
    onSettled: () => Promise.all([utils.orders.list.invalidate(), utils.servers.list.invalidate()]),
  })
  const ask = ({ id, plan, domain }: Order) => ({
    title: 'Cancel this order?',
    confirmLabel: 'Cancel the order',
    cancelLabel: 'Keep the order',
    onConfirm: () => cancel.mutateAsync({ id }),
    children: `Your ${plan.name} order${domain ? ` for ${domain}` : ''} will be withdrawn. You were not charged, and you can order again at any time.`,
  })
  return (
    <>
      <button type="button" className="button" onClick={() => asking.open(order)}>
        Cancel this order…
      </button>
      <Confirming dialog={asking} ask={ask} />
    </>
  )
}
