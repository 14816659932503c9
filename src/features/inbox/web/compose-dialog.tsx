import { Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { z } from 'zod'
import { readRecipients } from '#features/mailboxes/contract/recipients.ts'
import type { EmailAccount } from '#features/mailboxes/contract.ts'
import { useTRPC } from '#web/trpc.ts'
import { DialogForm } from '#web/ui/dialogs/form-dialog.tsx'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { sendInput } from '../contract.ts'
import type { Begun } from './begun.ts'
import { type Draft, draftOf } from './draft.ts'

type Values = Omit<Draft, 'inReplyTo' | 'note'>

const addresses = (shape: { safeParse: (value: string[]) => { error?: z.ZodError | undefined } }) =>
  z.string().superRefine((text, context) => {
    const [issue] = shape.safeParse(readRecipients(text)).error?.issues ?? []
    if (issue) context.addIssue({ code: 'custom', message: issue.message })
  })

const schema = z.object({
  to: addresses(sendInput.shape.to),
  cc: addresses(sendInput.shape.cc),
  bcc: addresses(sendInput.shape.bcc),
  subject: sendInput.shape.subject,
  text: sendInput.shape.text,
})

type ComposeDialogProps = {
  account: EmailAccount
  opened: boolean
  onClose: () => void
  begun: Begun
  /** The addresses that lead to the account. */
  own: readonly string[]
  /** Holds what was written but not sent, for the next opening. */
  unsent: RefObject<Draft | null>
}

/** Writes a message of an account; what is not sent stays until the page is left. */
export function ComposeDialog({ account, begun, own, unsent, opened, onClose }: ComposeDialogProps) {
  const { id, email } = account
  const [draft] = useState(() => (begun.kind === 'new' && unsent.current) || draftOf(begun, own))
  const { inReplyTo, note, ...first } = draft
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const form = useContractForm<Values>(schema, first)
  const [hasCopies, setCopies] = useState(first.cc !== '' || first.bcc !== '')
  const close = () => {
    const left = form.getValues()
    if (JSON.stringify(left) !== JSON.stringify(first)) unsent.current = { ...left, inReplyTo, note }
    onClose()
  }
  const send = useMutation(
    trpc.email.messages.send.mutationOptions({
      meta: { failure: 'Error' },
      onSuccess: ({ leaves }) =>
        showToast(
          leaves
            ? { title: 'Message sent', description: 'Outgoing shows its delivery.' }
            : {
                title: 'Message saved',
                description: 'Outgoing mail is off, so it reaches only addresses on this portal.',
              },
        ),
      onSettled: () => queryClient.invalidateQueries(trpc.email.pathFilter()),
    }),
  )
  const submit = async ({ to, cc, bcc, subject, text }: Values) => {
    await send.mutateAsync({
      id,
      to: readRecipients(to),
      cc: readRecipients(cc),
      bcc: readRecipients(bcc),
      subject,
      text,
      ...(inReplyTo ? { inReplyTo } : {}),
    })
    unsent.current = null
  }
  const title = `Write from ${email}`
  const fields = hasCopies ? (['to', 'cc', 'bcc'] as const) : (['to'] as const)
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <DialogForm form={form} onClose={close} onSubmit={submit} submitLabel="Send">
        {note && <p className="email-notice">{note}</p>}
        {fields.map((field) => (
          <TextInput
            key={form.key(field)}
            label={{ to: 'To', cc: 'Cc', bcc: 'Bcc' }[field]}
            {...(field === 'to' ? { 'data-autofocus': first.to === '' || undefined } : {})}
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps(field)}
          />
        ))}
        {!hasCopies && (
          <button type="button" className="row-action inbox-copies" onClick={() => setCopies(true)}>
            Add Cc or Bcc
          </button>
        )}
        <TextInput label="Subject" key={form.key('subject')} {...form.getInputProps('subject')} />
        <Textarea
          label="Message"
          data-autofocus={first.to !== '' || undefined}
          autosize
          minRows={8}
          maxRows={18}
          key={form.key('text')}
          {...form.getInputProps('text')}
        />
      </DialogForm>
    </Modal>
  )
}
