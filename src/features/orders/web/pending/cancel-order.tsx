import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showName } from '#shared/names/show-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { Confirming } from '#web/ui/dialogs/confirming.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import type { Order } from '../../contract/contract.ts'

/** Cancels a pending order. */
export function CancelOrder({ order }: { order: Order }) {
  const trpc = useTRPC()
  const asking = useDialog<Order>()
  const queryClient = useQueryClient()
  const cancel = useMutation(
    trpc.orders.cancel.mutationOptions({
      meta: { failure: 'The order could not be cancelled' },
      onSuccess: () =>
        showToast({ title: 'Order Cancelled', description: `Your ${order.plan.name} order was cancelled.` }),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.orders.list.queryFilter()),
          queryClient.invalidateQueries(trpc.servers.list.queryFilter()),
        ]),
    }),
  )
  const ask = ({ id, plan, domain }: Order) => ({
    title: 'Cancel this order?',
    confirmLabel: 'Cancel the order',
    cancelLabel: 'Keep the order',
    onConfirm: () => cancel.mutateAsync({ id }),
    children: `Your ${plan.name} order${domain ? ` for ${showName(domain)}` : ''} will be cancelled. You were not charged, and you can order again at any time.`,
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
