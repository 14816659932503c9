import { Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { AdminUser } from '#features/auth/contract/desk.ts'
import { removeTwoFactorInput } from '#features/auth/contract/security.ts'
import { useDeskChanged } from '#web/desk/use-desk-changed.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

const schema = removeTwoFactorInput.pick({ reason: true })

type CustomerTwoFactorDialogProps = { user: AdminUser; opened: boolean; onClose: () => void }

/** Restores access for a customer who lost their second factor, after a check of their identity. */
export function CustomerTwoFactorDialog({ user, opened, onClose }: CustomerTwoFactorDialogProps) {
  const trpc = useTRPC()
  const form = useContractForm(schema, { reason: '' })
  const changed = useDeskChanged()
  const remove = useMutation(
    trpc.admin.users.removeTwoFactor.mutationOptions({
      meta: { failure: 'Two-factor sign-in could not be switched off' },
      onSuccess: () => {
        showToast({ title: 'Two-factor sign-in is off', description: user.email })
        return changed()
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Two-factor sign-in for ${user.email}`}
      form={form}
      onSubmit={({ reason }) => remove.mutateAsync({ id: user.id, reason })}
      submitLabel="Switch off"
    >
      <Text size="sm">
        This removes their authenticator app, recovery codes and passkeys, ends all their sessions and emails
        them. They can then sign in with the password alone, so verify their identity first.
      </Text>
      <Textarea
        key={form.key('reason')}
        data-autofocus
        label="How did you verify their identity?"
        description="Saved in the audit log."
        required
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
