import { PasswordInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteInput } from '#features/account/contract/contract.ts'
import { retentionText } from '#features/account/contract/retention.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

/** Lists what is deleted and what stays, and starts the 14 days once the password is right. */
export function DeletionDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const trpc = useTRPC()
  const form = useContractForm(deleteInput, { password: '' })
  const queryClient = useQueryClient()
  const ask = useMutation(
    trpc.account.deletion.request.mutationOptions({
      meta: { failure: 'Your account could not be deleted' },
      onSuccess: () => {
        showToast({
          title: 'Your account will be deleted',
          description: 'Your account will be deleted in 14 days. You can cancel until then.',
        })
        return queryClient.invalidateQueries(trpc.account.pathFilter())
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Delete your account"
      form={form}
      onSubmit={({ password }) => ask.mutateAsync({ password })}
      submitLabel="Delete my account"
    >
      <p>
        In 14 days we remove your mailboxes with their messages, projects, API keys, webhooks, cloud accounts
        and external domains. Your services end; their sites, databases and backups are deleted 30 days later.
        Domains registered here are not renewed. Unused credit expires.
      </p>
      <p>{retentionText}</p>
      <PasswordInput
        key={form.key('password')}
        label="Password"
        required
        autoComplete="current-password"
        // Mantine omits both: marking a refused value as invalid, and making the switch reachable by keyboard.
        aria-invalid={form.errors.password ? true : undefined}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}
