import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import type { AdminOrder } from '../../../contract/desk.ts'
import { OrderOutcomes, summarise } from './order-outcomes.tsx'
import { useDecideAll } from './use-decide-all.ts'

export type OrdersDialogProps = { orders: readonly AdminOrder[]; opened: boolean; onClose: () => void }

/** Approves several orders, listed by name, and shows the outcome of each. */
export function OrdersApproveDialog({ orders, opened, onClose }: OrdersDialogProps) {
  const trpc = useTRPC()
  // Failures appear beside their orders.
  const approve = useMutation(trpc.ordersDesk.approve.mutationOptions({ meta: { failure: false } }))
  const { outcomes, isRunning, left, run } = useDecideAll(orders, (id) => approve.mutateAsync({ id }))
  const title = `Approve ${orders.length === 1 ? 'this order' : `these ${orders.length} orders`}`
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={title}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <Stack gap="sm">
        <Text size="sm">
          {orders.length === 1
            ? 'Confirms the payment, activates the service and emails the customer.'
            : `Confirms all ${orders.length} payments, activates the services and emails the customers.`}
        </Text>
        <OrderOutcomes orders={orders} outcomes={outcomes} verb="approved" />
        <p className="visually-hidden" role="status">
          {outcomes.size > 0 && !isRunning && summarise(orders.length, left, 'approved')}
        </p>
        <Group className="dialog-actions" justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {outcomes.size > 0 ? 'Close' : 'Cancel'}
          </Button>
          {left > 0 && (
            <Button loading={isRunning} onClick={run}>
              {outcomes.size > 0 ? `Try ${left} again` : `Approve ${orders.length}`}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
