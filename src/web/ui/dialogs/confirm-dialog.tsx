import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Modal } from './modal.tsx'

type ConfirmDialogProps = {
  opened: boolean
  onClose: () => void
  title: string
  /** Describes what is deleted, by name. */
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** For irreversible actions: this must be typed to enable the button. */
  typeName?: string
  onConfirm: () => Promise<unknown>
}

/** Asks before an action that loses something. The focus starts on Cancel, or on the name to type. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened,
    onClose,
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    typeName,
    onConfirm,
  } = props
  const [typed, setTyped] = useState('')
  const [isRunning, setRunning] = useState(false)
  const isReady = typeName === undefined || typed === typeName
  const close = () => {
    setTyped('')
    onClose()
  }
  const confirm = async () => {
    setRunning(true)
    // The mutation's own toast reports a failure; the dialog stays open for a retry.
    const worked = await onConfirm().then(
      () => true,
      () => false,
    )
    setRunning(false)
    if (worked) close()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <Stack gap="sm">
        <div>{children}</div>
        {typeName !== undefined && (
          <TextInput
            data-autofocus
            label={`Type ${typeName} to confirm`}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <Group className="dialog-actions" justify="flex-end" gap="xs" mt="xs">
          <Button
            variant="default"
            onClick={close}
            {...(typeName === undefined ? { 'data-autofocus': true } : {})}
          >
            {cancelLabel}
          </Button>
          <Button color="red" loading={isRunning} disabled={!isReady} onClick={confirm}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
