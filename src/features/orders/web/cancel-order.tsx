import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Order } from '#features/orders/contract.ts'
import { trpc } from '#web/trpc.ts'

const ConfirmDialog = lazy(() =>
  import('#web/ui/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)

/** Takes an order back while nobody decided it. */
export function CancelOrder({ order }: { order: Order }) {
  const [isAsking, setAsking] = useState<boolean | null>(null)
  const utils = trpc.useUtils()
  const cancel = trpc.orders.cancel.useMutation({
    meta: { failure: 'The order could not be cancelled' },
    onSettled: () => Promise.all([utils.orders.list.invalidate(), utils.servers.list.invalidate()]),
  })
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Cancel this order…
      </Button>
      {isAsking !== null && (
        <Suspense>
          <ConfirmDialog
            opened={isAsking}
            onClose={() => setAsking(false)}
            title="Cancel this order?"
            confirmLabel="Cancel the order"
            cancelLabel="Keep the order"
            onConfirm={() => cancel.mutateAsync({ id: order.id })}
          >
            Your order of the {order.plan.name} plan is withdrawn before anybody decides it. You were not
            charged, and you can order again at any time.
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  )
}
