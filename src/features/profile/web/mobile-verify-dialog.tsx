import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { writeViewer } from '#web/viewer.ts'
import { codeMinutes, verifyMobileInput } from '../contract/contract.ts'

type MobileVerifyDialogProps = { opened: boolean; mobile: string; onClose: () => void }

const sentences = {
  sms: `We sent you a text message. The code works for ${codeMinutes} minutes.`,
  outbox: `Text messages are not set up yet. The administrator has your code, which works for ${codeMinutes} minutes.`,
}

/** Sends a code to the mobile number, and verifies the number with it. */
export function MobileVerifyDialog({ opened, mobile, onClose }: MobileVerifyDialogProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const form = useContractForm(verifyMobileInput, { code: '' })
  const send = useMutation(
    trpc.profile.mobile.send.mutationOptions({ meta: { failure: 'The code could not be sent' } }),
  )
  const verify = useMutation(
    trpc.profile.mobile.verify.mutationOptions({
      meta: { failure: 'The number could not be verified' },
      onSuccess: (user) => {
        writeViewer(queryClient, user)
        showToast({ title: 'Mobile number verified', description: mobile })
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Verify your mobile number"
      form={form}
      onSubmit={({ code }) => verify.mutateAsync({ code })}
      submitLabel="Verify"
      disabledReason={send.isSuccess ? undefined : 'Press "Send code" first.'}
    >
      <p className="profile-mobile-text">
        We will send a 6-digit code to <span className="mono">{mobile}</span>.
      </p>
      <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
        {send.isSuccess ? 'Send another code' : 'Send code'}
      </Button>
      <p role="status" className="profile-mobile-text">
        {send.data && sentences[send.data.delivery]}
      </p>
      <TextInput
        key={form.key('code')}
        label="Code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.getInputProps('code')}
      />
    </FormDialog>
  )
}
