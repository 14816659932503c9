import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { yearlyRupees } from '#features/domains/contract/price.ts'
import { formatAmount } from '#shared/money/money.ts'
import { showName } from '#shared/names/show-name.ts'
import { formatDate } from '#shared/time.ts'
import type { DomainBillingProps } from '#web/feature.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { addMonths, dayOfMonth } from '../contract/calendar.ts'
import { renewDomainInput } from '../contract/contract.ts'
import { useInvoiceIssued } from './use-invoice-issued.ts'

const schema = renewDomainInput.omit({ id: true })

/** Bills the next year of a domain. */
export function RenewDomainDialog(props: DomainBillingProps & { opened: boolean; onClose: () => void }) {
  const { domain, opened, onClose } = props
  const trpc = useTRPC()
  const issued = useInvoiceIssued()
  const form = useContractForm(schema, {})
  const name = showName(domain.name)
  const expires = new Date(domain.expires)
  const renew = useMutation(
    trpc.renewals.renewDomain.mutationOptions({
      meta: { failure: 'The domain could not be renewed' },
      ...issued,
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Renew ${name}`}
      form={form}
      onSubmit={() => renew.mutateAsync({ id: domain.id })}
      submitLabel="Issue invoice"
    >
      <Text size="sm">
        An invoice over {formatAmount(yearlyRupees)} follows. Once it is paid, {name} is yours until{' '}
        {formatDate(addMonths(expires, 12, dayOfMonth(expires)))}.
      </Text>
    </FormDialog>
  )
}
