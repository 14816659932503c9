import { Checkbox, Textarea } from '@mantine/core'
import { z } from 'zod'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { setForwardingInput } from '../../contract/contract.ts'
import { readRecipients } from '../../contract/recipients.ts'
import { maxTargets } from '../../contract/rules.ts'
import type { AccountDialogProps } from './account-dialog-props.ts'
import { inOneField } from './in-one-field.ts'
import { useAccountChanges } from './use-account-changes.ts'

type Values = { forwardTo: string; keepCopy: boolean }

/** The form values: a text whose addresses the server validates. */
const schema = z.object({
  forwardTo: z.string().superRefine((text, context) => {
    const { error } = setForwardingInput.shape.forwardTo.safeParse(readRecipients(text))
    const [issue] = error?.issues ?? []
    if (issue) context.addIssue({ code: 'custom', message: issue.message })
  }),
  keepCopy: z.boolean(),
})

/** Sets the forwarding addresses, and whether mail stays here too. */
export function ForwardingDialog({ account, opened, onClose }: AccountDialogProps) {
  const { id, email, type, forwardTo, keepCopy } = account
  const { setForwarding } = useAccountChanges()
  const form = useContractForm<Values>(schema, { forwardTo: forwardTo.join('\n'), keepCopy })
  const send = async (values: Values) => {
    try {
      await setForwarding.mutateAsync({
        id,
        forwardTo: readRecipients(values.forwardTo),
        keepCopy: values.keepCopy,
      })
    } catch (error) {
      throw inOneField(error, 'forwardTo')
    }
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Forwarding for ${email}`}
      form={form}
      onSubmit={send}
      submitLabel="Save"
    >
      <Textarea
        label="Forward to"
        description={`One address per line, up to ${maxTargets}. Leave empty to stop forwarding.`}
        data-autofocus
        autosize
        minRows={3}
        maxRows={10}
        autoCapitalize="none"
        spellCheck={false}
        classNames={{ input: 'mono' }}
        key={form.key('forwardTo')}
        {...form.getInputProps('forwardTo')}
      />
      {type === 'mailbox' && (
        <Checkbox
          label="Keep a copy in this mailbox"
          key={form.key('keepCopy')}
          {...form.getInputProps('keepCopy', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}
