import { Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { blankAsNull, withBlanks } from '#web/desk/blank.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { approveInput } from '../../../contract/desk.ts'
import { type DecisionDialogProps, OrderSummary } from './order-summary.tsx'
import { useOrderSaved } from './use-order-saved.ts'

const schema = withBlanks(approveInput.omit({ id: true }))

/** Approves an order, which sets up its service and mails the customer. */
export function OrderApproveDialog({ order, opened, onClose }: DecisionDialogProps) {
  const trpc = useTRPC()
  const form = useContractForm(schema, { note: '', serverIp: '' })
  const saved = useOrderSaved()
  const approve = useMutation(
    trpc.ordersDesk.approve.mutationOptions({
      meta: { failure: 'The order could not be approved' },
      onSuccess: (approved) => {
        saved(approved)
        showToast({
          title: approved.alreadyApproved ? 'Already approved' : 'Order approved',
          description: `The ${approved.plan.name} service of ${approved.user.email} is being set up.`,
        })
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Approve this order"
      form={form}
      onSubmit={(values) => approve.mutateAsync({ id: order.id, ...blankAsNull(values) })}
      submitLabel="Approve"
    >
      <OrderSummary order={order} />
      <Text size="sm">Confirms the payment, activates the service and emails the customer.</Text>
      <TextInput
        label="Server IP (optional)"
        description="Leave empty to use the portal's own address."
        className="mono-input"
        autoComplete="off"
        key={form.key('serverIp')}
        {...form.getInputProps('serverIp')}
      />
      <Textarea
        label="Note (optional)"
        description="For the audit log and your colleagues. The customer does not see it."
        autosize
        minRows={2}
        data-autofocus
        key={form.key('note')}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
