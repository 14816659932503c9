import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAmount } from '#shared/money/money.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { type BankLine, matchForm, type PayTarget } from '../../contract/contract.ts'
import { TargetField, targetIds } from './target-field.tsx'

/** Matches a bank statement line by hand. */
export function MatchDialog({
  line,
  opened,
  onClose,
}: {
  line: BankLine
  opened: boolean
  onClose: () => void
}) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [target, setTarget] = useState<PayTarget | null>(line.match)
  const form = useContractForm(matchForm, {})
  const match = useMutation(
    trpc.payments.statements.match.mutationOptions({
      meta: { failure: 'The line could not be matched' },
      onSuccess: ({ amount }) => {
        showToast({ title: 'Payment recorded', description: formatAmount(amount) })
        return queryClient.invalidateQueries(trpc.payments.pathFilter())
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Match this line"
      form={form}
      onSubmit={() => match.mutateAsync({ id: line.id, ...(target ? targetIds(target) : {}) })}
      submitLabel="Record as this payment"
      disabledReason={target ? undefined : 'Choose an order or an invoice first.'}
    >
      <Text size="sm">
        {formatAmount(line.amount)}: {line.narration || line.reference}
      </Text>
      <TargetField chosen={target} onChoose={setTarget} />
      {target && target.amount !== line.amount && (
        <Text size="sm" role="status">
          {line.amount > target.amount
            ? `${formatAmount(line.amount - target.amount)} of it becomes account credit.`
            : `${formatAmount(target.amount - line.amount)} remains to be paid after it.`}
        </Text>
      )}
    </FormDialog>
  )
}
