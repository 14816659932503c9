import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useTRPC } from '#web/trpc.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { rejectInput } from '../../../contract/desk.ts'
import { OrderOutcomes, summarise } from './order-outcomes.tsx'
import type { OrdersDialogProps } from './orders-approve-dialog.tsx'
import { useDecideAll } from './use-decide-all.ts'

const schema = rejectInput.omit({ id: true })

/** Rejects several orders for one reason, which each customer reads, and shows the outcome of each. */
export function OrdersRejectDialog({ orders, opened, onClose }: OrdersDialogProps) {
  const trpc = useTRPC()
  const form = useContractForm(schema, { reason: '' })
  // Failures appear beside their orders.
  const reject = useMutation(trpc.ordersDesk.reject.mutationOptions({ meta: { failure: false } }))
  const { reason } = form.getValues()
  const { outcomes, isRunning, left, run } = useDecideAll(orders, (id) => reject.mutateAsync({ id, reason }))
  const isStarted = outcomes.size > 0
  const title = orders.length === 1 ? 'Reject this order' : `Reject these ${orders.length} orders`
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isRunning) void form.send(run)
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={title}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Text size="sm">This removes the services and frees the domains. You cannot undo it.</Text>
          <OrderOutcomes orders={orders} outcomes={outcomes} verb="rejected" />
          <Textarea
            label="Reason"
            description="Shown to every customer."
            required
            autosize
            minRows={2}
            readOnly={isStarted}
            data-autofocus
            key={form.key('reason')}
            {...form.getInputProps('reason')}
          />
          <p className="visually-hidden" role="status">
            {isStarted && !isRunning && summarise(orders.length, left, 'rejected')}
          </p>
          <Group className="dialog-actions" justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose}>
              {isStarted ? 'Close' : 'Cancel'}
            </Button>
            {left > 0 && (
              <Button type="submit" loading={isRunning}>
                {isStarted ? `Try ${left} again` : `Reject ${orders.length}`}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
