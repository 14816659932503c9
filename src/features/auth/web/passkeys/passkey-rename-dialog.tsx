import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type PasskeyRow, renamePasskeyInput } from '#features/auth/contract/security.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'

const schema = renamePasskeyInput.pick({ name: true })

type PasskeyRenameDialogProps = { passkey: PasskeyRow; opened: boolean; onClose: () => void }

/** Renames a passkey. */
export function PasskeyRenameDialog({ passkey, opened, onClose }: PasskeyRenameDialogProps) {
  const trpc = useTRPC()
  const form = useContractForm(schema, { name: passkey.name })
  const queryClient = useQueryClient()
  const rename = useMutation(
    trpc.auth.passkeys.rename.mutationOptions({
      meta: { failure: 'The passkey could not be renamed' },
      onSuccess: () => queryClient.invalidateQueries(trpc.auth.passkeys.pathFilter()),
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Rename the passkey"
      form={form}
      onSubmit={({ name }) => rename.mutateAsync({ id: passkey.id, name })}
      submitLabel="Rename"
    >
      <TextInput
        key={form.key('name')}
        data-autofocus
        label="Name"
        required
        maxLength={80}
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
