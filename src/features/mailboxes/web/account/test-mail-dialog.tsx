import { TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { useViewer } from '#web/viewer.ts'
import { requiredRecipients } from '../../contract/contract.ts'
import { readRecipients } from '../../contract/recipients.ts'
import { MailNotice } from '../mail-notice.tsx'
import type { AccountDialogProps } from './account-dialog-props.ts'
import { inOneField } from './in-one-field.ts'

const schema = z.object({
  to: z.string().superRefine((text, context) => {
    const { error } = requiredRecipients.safeParse(readRecipients(text))
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', message })
  }),
})

/** Sends a short message from an account, by default to the customer's own address. */
export function TestMailDialog({ account, opened, onClose }: AccountDialogProps) {
  const { id, email } = account
  const viewer = useViewer()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const setup = useQuery(trpc.email.setup.queryOptions({}))
  const form = useContractForm(schema, { to: viewer?.email ?? '' })
  const send = useMutation(
    trpc.email.messages.send.mutationOptions({
      meta: { failure: 'Error' },
      onSuccess: ({ leaves }) =>
        showToast(
          leaves
            ? { title: 'Test mail sent', description: 'See its delivery under Outgoing in the inbox.' }
            : {
                title: 'Test mail saved',
                description: 'Outgoing mail is off, so it reaches only addresses on this portal.',
              },
        ),
      onSettled: () => queryClient.invalidateQueries(trpc.email.pathFilter()),
    }),
  )
  const submit = async ({ to }: { to: string }) => {
    try {
      await send.mutateAsync({
        id,
        to: readRecipients(to),
        subject: `Test mail from ${email}`,
        text: `This is a test. If you can read it, ${email} can send mail to you.`,
      })
    } catch (error) {
      throw inOneField(error, 'to')
    }
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Send a test mail from ${email}`}
      form={form}
      onSubmit={submit}
      submitLabel="Send"
    >
      <MailNotice setup={setup.data} isForSending />
      <TextInput
        label="To"
        type="email"
        data-autofocus
        autoCapitalize="none"
        spellCheck={false}
        key={form.key('to')}
        {...form.getInputProps('to')}
      />
    </FormDialog>
  )
}
