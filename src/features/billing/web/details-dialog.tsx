import { NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { states } from '#shared/money/gst.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { type BillingDetails, billingDetailsInput } from '../contract/contract.ts'

const stateChoices = [
  { value: '', label: 'Not given' },
  ...Object.entries(states)
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en-IN')),
]

type DetailsDialogProps = { details: BillingDetails; opened: boolean; onClose: () => void }

/** The customer's billing details for the next invoices. */
export function DetailsDialog({ details, opened, onClose }: DetailsDialogProps) {
  const trpc = useTRPC()
  const form = useContractForm(billingDetailsInput, {
    legalName: details.legalName ?? '',
    gstin: details.gstin ?? '',
    address: details.address ?? '',
    stateCode: details.stateCode ?? '',
  })
  const queryClient = useQueryClient()
  const save = useMutation(
    trpc.billing.setDetails.mutationOptions({
      meta: { failure: 'Billing details could not be saved' },
      onSuccess: () => {
        showToast({ title: 'Billing details saved', description: 'Your next invoices will use them.' })
        return queryClient.invalidateQueries(trpc.billing.pathFilter())
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Billing details"
      form={form}
      onSubmit={(values) => save.mutateAsync(values)}
      submitLabel="Save details"
    >
      <Text size="sm">Existing invoices do not change.</Text>
      <TextInput
        label="Name on invoices"
        description="As registered, if you have a GSTIN."
        autoComplete="organization"
        data-autofocus
        key={form.key('legalName')}
        {...form.getInputProps('legalName')}
      />
      <TextInput
        label="GSTIN (optional)"
        autoComplete="off"
        key={form.key('gstin')}
        {...form.getInputProps('gstin')}
      />
      <Textarea
        label="Address"
        autoComplete="street-address"
        autosize
        minRows={3}
        key={form.key('address')}
        {...form.getInputProps('address')}
      />
      <NativeSelect
        label="State"
        data={stateChoices}
        key={form.key('stateCode')}
        {...form.getInputProps('stateCode')}
      />
    </FormDialog>
  )
}
