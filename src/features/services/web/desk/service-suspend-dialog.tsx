import { Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { siteName } from '#shared/names/site-name.ts'
import { blankAsNull, withBlanks } from '#web/desk/blank.ts'
import { useDeskChanged } from '#web/desk/use-desk-changed.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { type AdminService, suspendInput } from '../../contract/desk.ts'

const schema = withBlanks(suspendInput.omit({ id: true }))

type ServiceSuspendDialogProps = { service: AdminService; opened: boolean; onClose: () => void }

/** Suspends a service until an administrator lifts it, with a reason the customer reads. */
export function ServiceSuspendDialog({ service, opened, onClose }: ServiceSuspendDialogProps) {
  const trpc = useTRPC()
  const form = useContractForm(schema, { reason: '' })
  const deskChanged = useDeskChanged()
  const suspend = useMutation(
    trpc.admin.services.suspend.mutationOptions({
      meta: { failure: 'The service could not be suspended' },
      onSuccess: deskChanged,
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Suspend this service"
      form={form}
      onSubmit={(values) => suspend.mutateAsync({ id: service.id, ...blankAsNull(values) })}
      submitLabel="Suspend"
    >
      <Text size="sm">
        {siteName(service)} of {service.user.email} stops until you lift the suspension. Nothing is lost.
      </Text>
      <Textarea
        label="Reason (optional)"
        description="Shown to the customer on the dashboard."
        autosize
        minRows={2}
        data-autofocus
        key={form.key('reason')}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
