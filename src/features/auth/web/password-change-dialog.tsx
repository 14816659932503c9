import { PasswordInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { changePasswordInput } from '#features/auth/contract/contract.ts'
import { texts } from '#features/auth/contract/texts.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

const schema = changePasswordInput
  .extend({ repeated: z.string() })
  .refine(({ newPassword, repeated }) => newPassword === repeated, {
    path: ['repeated'],
    message: texts.passwordsDiffer,
    when: ({ value }) => typeof value === 'object',
  })

type PasswordChangeDialogProps = { opened: boolean; onClose: () => void }

const fields = [
  ['currentPassword', 'Current password', 'current-password'],
  ['newPassword', 'New password', 'new-password'],
  ['repeated', 'Confirm new password', 'new-password'],
] as const

/** Changes the password; the confirmation is only compared here and never sent. */
export function PasswordChangeDialog({ opened, onClose }: PasswordChangeDialogProps) {
  const trpc = useTRPC()
  const form = useContractForm(schema, { currentPassword: '', newPassword: '', repeated: '' })
  const queryClient = useQueryClient()
  const change = useMutation(
    trpc.auth.changePassword.mutationOptions({
      meta: { failure: 'The password could not be changed' },
      onSuccess: () => {
        showToast({ title: 'Password changed', description: 'You are signed out on all other devices.' })
        return queryClient.invalidateQueries(trpc.auth.sessions.pathFilter())
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Change your password"
      form={form}
      onSubmit={({ currentPassword, newPassword }) => change.mutateAsync({ currentPassword, newPassword })}
      submitLabel="Change password"
    >
      {fields.map(([name, label, autoComplete]) => (
        <PasswordInput
          key={form.key(name)}
          label={label}
          required
          autoComplete={autoComplete}
          // Mantine omits both: the error state, and keyboard access to the switch.
          aria-invalid={form.errors[name] ? true : undefined}
          visibilityToggleButtonProps={{ 'aria-label': `Show ${label.toLowerCase()}`, tabIndex: 0 }}
          {...form.getInputProps(name)}
        />
      ))}
    </FormDialog>
  )
}
