import { Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type AdminUser, updateUserInput } from '#features/auth/contract/desk.ts'
import { useDeskChanged } from '#web/desk/use-desk-changed.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

const schema = updateUserInput.omit({ id: true })

type CustomerAccessDialogProps = { user: AdminUser; opened: boolean; onClose: () => void }

/** The two flags of an account. The server refuses one's own and the last administrator's. */
export function CustomerAccessDialog({ user, opened, onClose }: CustomerAccessDialogProps) {
  const trpc = useTRPC()
  const { isAdmin, hasAdminAccess } = user
  const form = useContractForm(schema, { isAdmin, hasAdminAccess })
  const changed = useDeskChanged()
  const update = useMutation(
    trpc.admin.users.update.mutationOptions({
      meta: { failure: 'Access could not be changed' },
      onSuccess: () => {
        showToast({ title: 'Access changed', description: user.email })
        return changed()
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Access for ${user.email}`}
      form={form}
      onSubmit={(values) => update.mutateAsync({ id: user.id, ...values })}
      submitLabel="Save access"
    >
      <Checkbox
        label="Administrator"
        description="Full access to this panel and all administrator calls."
        key={form.key('isAdmin')}
        {...form.getInputProps('isAdmin', { type: 'checkbox' })}
      />
      <Checkbox
        label="Full access without a plan"
        description="Opens the dashboard without an active service. No other rights."
        key={form.key('hasAdminAccess')}
        {...form.getInputProps('hasAdminAccess', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
