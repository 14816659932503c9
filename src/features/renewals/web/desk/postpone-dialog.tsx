import { Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dayInKolkata, formatDate } from '#shared/time.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { type AdminRenewal, postponeForm } from '../../contract/contract.ts'

const instantOf = (day: string): string | null =>
  day === '' ? null : new Date(`${day}T00:00:00+05:30`).toISOString()

/** Sets or clears the day before which a service is not suspended for its renewal. */
export function PostponeDialog(props: { renewal: AdminRenewal; opened: boolean; onClose: () => void }) {
  const { renewal, opened, onClose } = props
  const { service, user, paidUntil, doNotSuspendBefore } = renewal
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const form = useContractForm(postponeForm, {
    day: doNotSuspendBefore ? dayInKolkata(new Date(doNotSuspendBefore)) : '',
  })
  const spare = useMutation(
    trpc.renewalsDesk.spare.mutationOptions({
      meta: { failure: 'The date could not be saved' },
      onSuccess: ({ doNotSuspendBefore: day }) =>
        showToast(
          day
            ? { title: `Not suspended before ${formatDate(day)}`, description: service.name }
            : { title: 'Extension removed', description: service.name },
        ),
      onSettled: () => queryClient.invalidateQueries(trpc.renewalsDesk.pathFilter()),
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Do not suspend before"
      form={form}
      onSubmit={({ day }) => spare.mutateAsync({ id: service.id, doNotSuspendBefore: instantOf(day) })}
      submitLabel="Save"
    >
      <Text size="sm">
        {service.name} of {user.email} is paid until {formatDate(paidUntil)}. Before this day it is not
        suspended, even with unpaid invoices; we send a final warning a day ahead.
      </Text>
      <TextInput
        label="Day"
        description="Leave empty to remove the extension."
        type="date"
        data-autofocus
        key={form.key('day')}
        {...form.getInputProps('day')}
      />
    </FormDialog>
  )
}
