import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAmount } from '#shared/money/money.ts'
import { dayInKolkata } from '#shared/time.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { useNow } from '#web/ui/values/values.tsx'
import { type AdminReport, type PayTarget, recordForm } from '../../contract/contract.ts'
import { TargetField, targetIds } from './target-field.tsx'

type RecordDialogProps = {
  /** The customer's report, when it is being confirmed. */
  report?: AdminReport
  opened: boolean
  onClose: () => void
}

type Values = { amount: string; reference: string; day: string }

/** Noon in Kolkata: the bank gives only the date. */
const noonOf = (day: string): string => new Date(`${day}T12:00:00+05:30`).toISOString()

/** Records a transfer that was found at the bank. */
export function RecordDialog({ report, opened, onClose }: RecordDialogProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const now = useNow()
  const [target, setTarget] = useState<PayTarget | null>(report?.target ?? null)
  const form = useContractForm<Values>(recordForm, {
    amount: report ? String(report.target.amount || report.amount) : '',
    reference: report?.reference ?? '',
    day: now ? dayInKolkata(now) : '',
  })
  const choose = (chosen: PayTarget) => {
    setTarget(chosen)
    if (form.getValues().amount === '') form.setFieldValue('amount', String(chosen.amount))
  }
  const record = useMutation(
    trpc.payments.record.mutationOptions({
      meta: { failure: 'The payment could not be recorded' },
      onSuccess: ({ amount, user, creditAmount }) => {
        const credit = creditAmount > 0 ? ` ${formatAmount(creditAmount)} became credit.` : ''
        showToast({
          title: 'Payment recorded',
          description: `${formatAmount(amount)} from ${user.email}.${credit}`,
        })
        return queryClient.invalidateQueries(trpc.payments.pathFilter())
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Record a payment"
      form={form}
      onSubmit={({ amount, reference, day }) =>
        record.mutateAsync({
          ...(target ? targetIds(target) : {}),
          amount,
          reference,
          receivedAt: noonOf(day),
        })
      }
      submitLabel="Record"
      disabledReason={target ? undefined : 'Choose an order or an invoice first.'}
    >
      <TargetField chosen={target} onChoose={choose} error={form.errors.orderId?.toString()} />
      <TextInput
        label="Amount in rupees"
        inputMode="decimal"
        autoComplete="off"
        required
        key={form.key('amount')}
        {...form.getInputProps('amount')}
      />
      <TextInput
        label="Reference (UTR)"
        className="mono-input"
        autoComplete="off"
        required
        key={form.key('reference')}
        {...form.getInputProps('reference')}
      />
      <TextInput
        label="Received on"
        type="date"
        required
        key={form.key('day')}
        {...form.getInputProps('day')}
      />
    </FormDialog>
  )
}
