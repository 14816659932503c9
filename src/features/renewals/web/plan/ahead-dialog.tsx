import { NativeSelect, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { formatAmount } from '#shared/money/money.ts'
import { formatDate } from '#shared/time.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { monthsOf } from '../../contract/calendar.ts'
import { mostMonthsAhead, type Renewal, renewInput } from '../../contract/contract.ts'
import { useInvoiceIssued } from '../use-invoice-issued.ts'
import { monthsText } from '../words.ts'

const schema = renewInput.omit({ id: true })

/** Bills one or more terms of a service now. */
export function AheadDialog(props: { renewal: Renewal; opened: boolean; onClose: () => void }) {
  const { renewal, opened, onClose } = props
  const { service, plan, term, credit } = renewal
  const trpc = useTRPC()
  const issued = useInvoiceIssued()
  const form = useContractForm(schema, { terms: '1' as unknown })
  const months = Number(form.useWatchValue('terms')) * monthsOf[term]
  const amount = plan.price * months
  const choices = Array.from({ length: mostMonthsAhead / monthsOf[term] }, (_, at) => ({
    value: String(at + 1),
    label: monthsText((at + 1) * monthsOf[term]),
  }))
  const renew = useMutation(
    trpc.renewals.renew.mutationOptions({
      meta: { failure: 'The invoice could not be issued' },
      ...issued,
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Pay ahead"
      form={form}
      onSubmit={({ terms }) => renew.mutateAsync({ id: service.id, terms })}
      submitLabel="Issue invoice"
    >
      <Text size="sm">
        {service.name} is paid until {formatDate(renewal.paidUntil)}. The invoice covers the time after that.
      </Text>
      <NativeSelect
        label="Duration"
        data={choices}
        data-autofocus
        key={form.key('terms')}
        {...form.getInputProps('terms')}
      />
      <Text size="sm" role="status">
        {formatAmount(amount)}
        {credit !== null && credit > 0 && `, minus ${formatAmount(Math.min(credit, amount))} of your credit`}
      </Text>
    </FormDialog>
  )
}
