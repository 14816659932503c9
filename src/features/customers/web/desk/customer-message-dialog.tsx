import { Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AdminUser } from '#features/auth/contract/desk.ts'
import { personName } from '#web/desk/person-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { StatusBadge } from '#web/ui/values/status-badge.tsx'
import { messageInput, messageMaxLength, subjectMaxLength } from '../../contract/contract.ts'

const schema = messageInput.omit({ id: true })

type CustomerMessageDialogProps = { user: AdminUser; opened: boolean; onClose: () => void }

/** Emails a customer in the host's name. */
export function CustomerMessageDialog({ user, opened, onClose }: CustomerMessageDialogProps) {
  const trpc = useTRPC()
  const form = useContractForm(schema, { subject: '', text: '' })
  const queryClient = useQueryClient()
  const limitation = useQuery(trpc.admin.customers.overview.queryOptions({ id: user.id })).data
    ?.mailLimitation
  const send = useMutation(
    trpc.admin.customers.message.mutationOptions({
      meta: { failure: 'The message could not be sent' },
      onSuccess: () => {
        showToast({ title: 'Message sent', description: user.email })
        return queryClient.invalidateQueries(trpc.admin.customers.pathFilter())
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Message to ${personName(user)}`}
      form={form}
      onSubmit={(values) => send.mutateAsync({ id: user.id, ...values })}
      submitLabel="Send message"
    >
      {limitation && (
        <div className="desk-state">
          <StatusBadge status="warning" tone="warn" label="Not sent" />
          <span className="desk-quiet">{limitation}</span>
        </div>
      )}
      <TextInput
        key={form.key('subject')}
        data-autofocus
        label="Subject"
        required
        maxLength={subjectMaxLength}
        {...form.getInputProps('subject')}
      />
      <Textarea
        key={form.key('text')}
        label="Message"
        description={`This emails ${user.email} in your company’s name. The customer page keeps a copy.`}
        required
        autosize
        minRows={6}
        maxRows={14}
        maxLength={messageMaxLength}
        {...form.getInputProps('text')}
      />
    </FormDialog>
  )
}
