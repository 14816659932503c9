import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { type Pay, reportInput } from '../contract/contract.ts'

const schema = reportInput.omit({ id: true })

/** Saves the reference of a customer's transfer. */
export function ReportDialog({ pay, opened, onClose }: { pay: Pay; opened: boolean; onClose: () => void }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const form = useContractForm(schema, { reference: '' })
  const report = useMutation(
    trpc.payments[pay.kind].report.mutationOptions({
      meta: { failure: 'The reference could not be saved' },
      onSuccess: () => {
        showToast({ title: 'Thank you', description: 'We will look for your transfer and email you.' })
        return queryClient.invalidateQueries(trpc.payments[pay.kind].get.queryFilter({ id: pay.id }))
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Transfer reference"
      form={form}
      onSubmit={({ reference }) => report.mutateAsync({ id: pay.id, reference })}
      submitLabel="Send"
    >
      <TextInput
        label="Reference (UTR)"
        description="12 to 22 letters and digits, shown with the payment in your bank or UPI app."
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
