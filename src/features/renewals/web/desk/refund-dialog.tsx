import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAmount } from '#shared/money/money.ts'
import { formatDate } from '#shared/time.ts'
import { ApiError } from '#web/lib/calls/api-error.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { type RefundPreview, refundForm } from '../../contract/contract.ts'
import type { RefundGround } from '../../contract/refund.ts'
import { groundWords, methodWords } from '../words.ts'
import { RefundWorking } from './refund-working.tsx'

const grounds = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(groundWords).map(([value, label]) => ({ value, label })),
]

const methodsOf = (preview: RefundPreview) => [
  { value: '', label: 'Choose a method' },
  ...preview.methods.map(({ method, days, expectedBy }) => ({
    value: method,
    label: `${methodWords[method]}, ${days} days, by ${formatDate(expectedBy)}`,
  })),
]

const isPriceChanged = (error: unknown) => error instanceof ApiError && error.body.code === 'PRICE_CHANGED'

type Values = { ground: string; downtimeHours: string; method: string; note: string }
const first: Values = { ground: '', downtimeHours: '', method: '', note: '' }

/** Why the refund is not possible yet. */
function refusalOf(preview: RefundPreview | undefined, isPending: boolean): string | undefined {
  if (isPending) return 'Calculating the amount…'
  if (!preview) return 'Choose a reason for the refund.'
  return preview.isEligible ? undefined : preview.reason
}

/** Calculates a refund of an invoice by the refund policy, and issues it. */
export function RefundDialog(props: { invoiceId: string; opened: boolean; onClose: () => void }) {
  const { invoiceId, opened, onClose } = props
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const form = useContractForm<Values>(refundForm, first)
  const [isNewAmount, setNewAmount] = useState(false)
  const preview = useMutation(
    trpc.renewalsDesk.previewRefund.mutationOptions({
      meta: { failure: 'The refund could not be calculated' },
    }),
  )
  const ground = form.useWatchValue('ground')
  const ask = (chosen: string, hours: string) => {
    setNewAmount(false)
    if (chosen === '' || (chosen === 'downtime' && hours === '')) preview.reset()
    else preview.mutate(asked(invoiceId, chosen, hours))
  }
  const refund = useMutation(
    trpc.renewalsDesk.refund.mutationOptions({
      meta: { failure: 'The refund could not be issued' },
      onSuccess: ({ amount, user }) =>
        showToast({
          title: 'Refund issued',
          description: `${formatAmount(amount)} to pay out to ${user.email}.`,
        }),
      onError: (error, { ground: why, downtimeHours }) => {
        if (!isPriceChanged(error)) return
        setNewAmount(true)
        preview.mutate(asked(invoiceId, why, String(downtimeHours ?? '')))
      },
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.renewalsDesk.pathFilter()),
          queryClient.invalidateQueries(trpc.billing.pathFilter()),
        ]),
    }),
  )
  const offer = preview.data
  const [why, hours] = [form.getInputProps('ground'), form.getInputProps('downtimeHours')]
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={offer ? `Refund ${offer.number}` : 'Refund'}
      form={form}
      onSubmit={({ method, note, ...values }) =>
        refund.mutateAsync({
          ...asked(invoiceId, values.ground, values.downtimeHours),
          method: method as RefundPreview['methods'][number]['method'],
          amount: offer?.amount ?? 0,
          ...(note.trim() === '' ? {} : { note }),
        })
      }
      submitLabel={offer?.isEligible ? `Refund ${formatAmount(offer.amount)}` : 'Refund'}
      disabledReason={refusalOf(offer, preview.isPending)}
    >
      <NativeSelect
        label="Reason for the refund"
        data={grounds}
        data-autofocus
        key={form.key('ground')}
        {...why}
        onChange={(event) => {
          why.onChange(event)
          ask(event.currentTarget.value, form.getValues().downtimeHours)
        }}
      />
      {ground === 'downtime' && (
        <TextInput
          label="Hours of downtime"
          inputMode="decimal"
          autoComplete="off"
          required
          key={form.key('downtimeHours')}
          {...hours}
          onBlur={(event) => ask('downtime', event.currentTarget.value)}
        />
      )}
      {isNewAmount && offer && (
        <Text size="sm" role="alert">
          The amount has changed to {formatAmount(offer.amount)}. Check the new amount, then confirm.
        </Text>
      )}
      {offer && <RefundWorking preview={offer} />}
      {offer?.isEligible && (
        <>
          <NativeSelect
            label="Refund method"
            description="In business days."
            data={methodsOf(offer)}
            key={form.key('method')}
            {...form.getInputProps('method')}
          />
          <TextInput
            label="Note (optional)"
            description="Shown to the customer on the credit note."
            key={form.key('note')}
            {...form.getInputProps('note')}
          />
        </>
      )}
    </FormDialog>
  )
}

/** Input of the calculation. */
const asked = (invoiceId: string, ground: string, hours: string) => ({
  invoiceId,
  ground: ground as RefundGround,
  ...(ground === 'downtime' ? { downtimeHours: hours } : {}),
})
