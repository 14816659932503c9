import { Button, Group, Modal, Stack } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Explained } from './explained.tsx'
import type { ContractForm } from './use-contract-form.ts'

type FormDialogProps<Form extends Record<string, unknown>> = {
  opened: boolean
  onClose: () => void
  title: string
  form: ContractForm<Form>
  /** Carries the values to the server; the dialog closes once it took them. */
  onSubmit: (values: Form) => Promise<unknown>
  submitLabel: string
  cancelLabel?: string
  /** Why the form cannot be sent yet. */
  disabledReason?: string | undefined
  children: ReactNode
}

/** A dialog around a form: Enter submits, the button keeps its label while the request is under way. */
export function FormDialog<Form extends Record<string, unknown>>(props: FormDialogProps<Form>) {
  const {
    opened,
    onClose,
    title,
    form,
    onSubmit,
    submitLabel,
    cancelLabel = 'Cancel',
    disabledReason,
    children,
  } = props
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
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {children}
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose}>
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
    </Modal>
  )
}
