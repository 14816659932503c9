import { Button, Group, Stack } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useState } from 'react'
import type { ContractForm } from '../forms/use-contract-form.ts'
import { Explained } from '../values/explained.tsx'
import { Modal } from './modal.tsx'

type Values = Record<string, unknown>

type DialogFormProps<Form extends Values> = {
  onClose: () => void
  form: ContractForm<Form>
  /** Sends the values to the server; the dialog closes on success. */
  onSubmit: (values: Form) => Promise<unknown>
  submitLabel: string
  cancelLabel?: string
  /** Cancel's handler, if the dialog continues after the form. */
  onCancel?: () => void
  /** Why the form cannot be submitted yet. */
  disabledReason?: string | undefined
  children: ReactNode
}

/** In a text area Enter starts a line, so Ctrl or Cmd with Enter submits from every field. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** A dialog's fields with its two buttons, which keep their labels while sending. */
export function DialogForm<Form extends Values>(props: DialogFormProps<Form>) {
  const { onClose, form, onSubmit, submitLabel, cancelLabel = 'Cancel', onCancel = onClose } = props
  const { disabledReason, children } = props
  const [isSending, setSending] = useState(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending || disabledReason) return
    setSending(true)
    const taken = await form.send(onSubmit)
    setSending(false)
    if (!taken) return
    form.reset()
    onClose()
  }
  return (
    <form onSubmit={submit} onKeyDown={submitByKey} noValidate>
      <Stack gap="sm">
        {children}
        <Group className="dialog-actions" justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Explained reason={disabledReason}>
            <Button
              type="submit"
              loading={isSending}
              disabled={Boolean(disabledReason)}
              aria-description={disabledReason}
            >
              {submitLabel}
            </Button>
          </Explained>
        </Group>
      </Stack>
    </form>
  )
}

type FormDialogProps<Form extends Values> = DialogFormProps<Form> & { opened: boolean; title: string }

/** A dialog with one form. */
export function FormDialog<Form extends Values>({ opened, title, ...rest }: FormDialogProps<Form>) {
  return (
    <Modal
      opened={opened}
      onClose={rest.onClose}
      title={title}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <DialogForm {...rest} />
    </Modal>
  )
}
