import { Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type EmailAccount, setSignatureInput } from '#features/mailboxes/contract/contract.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useDialog } from '#web/ui/dialogs/use-dialog.ts'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'

/** Opens the signature of a mailbox. */
export function SignatureButton({ account }: { account: EmailAccount }) {
  const dialog = useDialog<true>()
  return (
    <>
      <button type="button" className="row-action" onClick={() => dialog.open(true)}>
        Signature…
      </button>
      {dialog.subject && (
        <SignatureDialog key={dialog.key} account={account} opened={dialog.isOpen} onClose={dialog.close} />
      )}
    </>
  )
}

type SignatureDialogProps = { account: EmailAccount; opened: boolean; onClose: () => void }

/** Sets the signature of new messages from a mailbox. */
function SignatureDialog({ account: { id, signature }, opened, onClose }: SignatureDialogProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const form = useContractForm(setSignatureInput.pick({ signature: true }), { signature })
  const set = useMutation(
    trpc.email.setSignature.mutationOptions({
      meta: { failure: 'Error' },
      onSuccess: () =>
        showToast({ title: 'Signature saved', description: 'It is added to your next message.' }),
      onSettled: () => queryClient.invalidateQueries(trpc.email.list.pathFilter()),
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Signature"
      form={form}
      onSubmit={(values) => set.mutateAsync({ id, ...values })}
      submitLabel="Save"
    >
      <Textarea
        label="Text below your messages"
        description="Plain text, up to 1,000 characters."
        autosize
        minRows={3}
        maxRows={10}
        key={form.key('signature')}
        {...form.getInputProps('signature')}
      />
    </FormDialog>
  )
}
