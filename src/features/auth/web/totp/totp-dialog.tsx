import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { confirmTotpInput } from '#features/auth/contract/security.ts'
import { useTRPC } from '#web/trpc.ts'
import { DialogForm } from '#web/ui/dialogs/form-dialog.tsx'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { CopyButton } from '#web/ui/values/copy-button.tsx'
import { QrCode } from '#web/ui/values/qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type TotpDialogProps = { opened: boolean; onClose: () => void }

const title = 'Two-factor sign-in'

/** Turns two-factor on in three steps: a new secret, a first code, the recovery codes. */
export function TotpDialog({ opened, onClose }: TotpDialogProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const begin = useMutation(
    trpc.auth.totp.enable.mutationOptions({ meta: { failure: 'Two-factor sign-in could not be set up' } }),
  )
  const confirm = useMutation(
    trpc.auth.totp.confirm.mutationOptions({
      meta: { failure: 'The code was not accepted' },
      onSuccess: () => queryClient.invalidateQueries(trpc.auth.security.queryFilter()),
    }),
  )
  const codes = confirm.data?.recoveryCodes
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      // A click outside must not close codes that are shown once.
      closeOnClickOutside={!codes}
      title={codes ? 'Your recovery codes' : title}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : begin.data ? (
        <Secret {...begin.data} onClose={onClose} onCode={(code) => confirm.mutateAsync({ code })} />
      ) : (
        <Beginning isBusy={begin.isPending} onBegin={() => begin.mutate()} onClose={onClose} />
      )}
    </Modal>
  )
}

type BeginningProps = { isBusy: boolean; onBegin: () => void; onClose: () => void }

function Beginning({ isBusy, onBegin, onClose }: BeginningProps) {
  return (
    <Stack gap="sm">
      <Text size="sm">
        You need an authenticator app such as Aegis, Google Authenticator, 1Password or Bitwarden. It works
        offline, and its codes cannot be intercepted as those of an SMS can.
      </Text>
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button data-autofocus loading={isBusy} onClick={onBegin}>
          Continue
        </Button>
      </Group>
    </Stack>
  )
}

type SecretProps = {
  secret: string
  uri: string
  onClose: () => void
  onCode: (code: string) => Promise<unknown>
}

const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

function Secret({ secret, uri, onClose, onCode }: SecretProps) {
  const form = useContractForm(confirmTotpInput, { code: '' })
  return (
    <DialogForm
      // The dialog stays open: the recovery codes follow.
      onClose={() => undefined}
      onCancel={onClose}
      form={form}
      onSubmit={({ code }) => onCode(code)}
      submitLabel="Switch on"
    >
      <Text size="sm">Scan this with your app, then enter the code it shows.</Text>
      <QrCode className="account-qr" text={uri} label="QR code with the secret for your authenticator app" />
      <div className="account-secret">
        <span>
          Or enter this key manually: <span className="mono">{inFours(secret)}</span>
        </span>
        <CopyButton value={secret} label="Copy the key" />
      </div>
      <TextInput
        key={form.key('code')}
        data-autofocus
        label="Code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        {...form.getInputProps('code')}
      />
    </DialogForm>
  )
}
