import { Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { rejectInput } from '../../../contract/desk.ts'
import { type DecisionDialogProps, OrderSummary } from './order-summary.tsx'
import { useOrderSaved } from './use-order-saved.ts'

const schema = rejectInput.omit({ id: true })

/** Rejects an order with a reason, which the customer reads on the waiting page and in a mail. */
export function OrderRejectDialog({ order, opened, onClose }: DecisionDialogProps) {
  const trpc = useTRPC()
  const form = useContractForm(schema, { reason: '' })
  const saved = useOrderSaved()
  const reject = useMutation(
    trpc.ordersDesk.reject.mutationOptions({
      meta: { failure: 'The order could not be rejected' },
      onSuccess: (rejected) => {
        saved(rejected)
        showToast({ title: 'Order rejected', description: `We email the reason to ${rejected.user.email}.` })
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Reject this order"
      form={form}
      onSubmit={({ reason }) => reject.mutateAsync({ id: order.id, reason })}
      submitLabel="Reject the order"
    >
      <OrderSummary order={order} />
      <Text size="sm">This removes the service and frees the domain. You cannot undo it.</Text>
      <Textarea
        label="Reason"
        description="Shown to the customer."
        required
        autosize
        minRows={2}
        data-autofocus
        key={form.key('reason')}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
