import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatAmount } from '#shared/money/money.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { creditNoteInput, type InvoiceDetail } from '../../contract/contract.ts'

const schema = creditNoteInput.omit({ id: true })

const ways = [
  { value: 'credit', label: 'Account credit' },
  { value: 'refund', label: 'Refund' },
]

type CreditNoteDialogProps = { invoice: InvoiceDetail; opened: boolean; onClose: () => void }

/** Credits an invoice by a credit note. */
export function CreditNoteDialog({ invoice, opened, onClose }: CreditNoteDialogProps) {
  const trpc = useTRPC()
  const left = Math.round((invoice.amount - invoice.credited) * 100) / 100
  const first: { amount: string; reason: string; to: 'credit' | 'refund' } = {
    amount: String(left),
    reason: '',
    to: 'credit',
  }
  const form = useContractForm(schema, first)
  const queryClient = useQueryClient()
  const credit = useMutation(
    trpc.billing.desk.credit.mutationOptions({
      meta: { failure: 'The invoice could not be credited' },
      onSuccess: () => {
        showToast({ title: 'Credit note issued', description: `For ${invoice.number}.` })
        return queryClient.invalidateQueries(trpc.billing.pathFilter())
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Credit ${invoice.number}`}
      form={form}
      onSubmit={(values) => credit.mutateAsync({ id: invoice.id, ...values })}
      submitLabel="Issue credit note"
    >
      <Text size="sm">
        {formatAmount(left)} can still be credited. This first reduces the amount due, then returns payments.
      </Text>
      <TextInput
        label="Amount in rupees"
        inputMode="decimal"
        required
        data-autofocus
        key={form.key('amount')}
        {...form.getInputProps('amount')}
      />
      <TextInput
        label="Reason"
        description="Shown to the customer."
        required
        key={form.key('reason')}
        {...form.getInputProps('reason')}
      />
      <NativeSelect
        label="Return the payment as"
        data={ways}
        key={form.key('to')}
        {...form.getInputProps('to')}
      />
    </FormDialog>
  )
}
