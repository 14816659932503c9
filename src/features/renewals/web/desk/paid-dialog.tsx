import { Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatAmount } from '#shared/money/money.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { paidRefundInput, type Refund } from '../../contract/contract.ts'

const schema = paidRefundInput.omit({ id: true })

/** Marks a refund as paid out. */
export function PaidDialog(props: { refund: Refund; opened: boolean; onClose: () => void }) {
  const { refund, opened, onClose } = props
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const form = useContractForm(schema, { reference: '' })
  const pay = useMutation(
    trpc.renewalsDesk.payRefund.mutationOptions({
      meta: { failure: 'The refund could not be marked' },
      onSuccess: ({ amount, user }) =>
        showToast({ title: 'Refund paid out', description: `${formatAmount(amount)} to ${user.email}.` }),
      onSettled: () => queryClient.invalidateQueries(trpc.renewalsDesk.pathFilter()),
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Mark as paid out"
      form={form}
      onSubmit={({ reference }) => pay.mutateAsync({ id: refund.id, reference })}
      submitLabel="Mark as paid out"
    >
      <Text size="sm">
        {formatAmount(refund.amount)} to {refund.user.email}. The portal does not pay it out: make the
        transfer first.
      </Text>
      <TextInput
        label="Transfer reference"
        className="mono-input"
        autoComplete="off"
        required
        data-autofocus
        key={form.key('reference')}
        {...form.getInputProps('reference')}
      />
    </FormDialog>
  )
}
