import { Button, PasswordInput, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { sudoInput } from '#features/auth/contract/security.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { useCeremony } from '../passkeys/use-ceremony.ts'

type SudoDialogProps = { onAnswer: (isConfirmed: boolean) => void }

const failure = 'Your identity could not be confirmed'

/** Asks for the password or a passkey before a dangerous action, which continues once it is right. */
export function SudoDialog({ onAnswer }: SudoDialogProps) {
  const trpc = useTRPC()
  const form = useContractForm(sudoInput, { password: '', code: '' })
  const { data: ways } = useQuery(trpc.auth.security.queryOptions())
  const confirm = useMutation(
    trpc.auth.sudo.confirm.mutationOptions({ meta: { failure }, onSuccess: () => onAnswer(true) }),
  )
  return (
    <FormDialog
      opened
      onClose={() => onAnswer(false)}
      title="Confirm that it is you"
      form={form}
      onSubmit={({ password, code }) => confirm.mutateAsync({ password, ...(code ? { code } : {}) })}
      submitLabel="Continue"
    >
      <Text size="sm" c="dimmed">
        Please confirm your identity to continue. We won’t ask again for ten minutes.
      </Text>
      {ways && ways.passkeys > 0 && !ways.passkeysUnavailable && <ByPasskey onDone={() => onAnswer(true)} />}
      <PasswordInput
        key={form.key('password')}
        data-autofocus
        label="Password"
        required
        autoComplete="current-password"
        aria-invalid={form.errors.password ? true : undefined}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
        {...form.getInputProps('password')}
      />
      {ways?.totp.isOn && (
        <TextInput
          key={form.key('code')}
          label="Code"
          description="The 6-digit code from your authenticator app, or a recovery code."
          required
          autoComplete="one-time-code"
          maxLength={64}
          {...form.getInputProps('code')}
        />
      )}
    </FormDialog>
  )
}

function ByPasskey({ onDone }: { onDone: () => void }) {
  const { begin, isBusy } = useCeremony(failure, (ceremonies) => ceremonies.confirmByPasskey, onDone)
  return (
    <Button variant="default" loading={isBusy} onClick={() => void begin()}>
      Use a passkey
    </Button>
  )
}
