import { Button, Group, Stack, Text } from '@mantine/core'
import { Modal } from '#web/ui/dialogs/modal.tsx'

type ConflictDialogProps = {
  name: string
  isSaving: boolean
  onClose: () => void
  onLoadTheirs: () => Promise<void>
  onOverwrite: () => Promise<void>
}

/** Asks which of two versions of a text to keep. */
export function TextConflictDialog(props: ConflictDialogProps) {
  const { name, isSaving, onClose, onLoadTheirs, onOverwrite } = props
  const title = `${name} has changed`
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': `Close: ${title}` }}>
      <Stack gap="sm">
        <Text size="sm">
          Someone saved this file after you opened it. Load the saved version and lose your changes, or
          overwrite it with your text.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => void onLoadTheirs()}>
            Load saved version
          </Button>
          <Button variant="default" loading={isSaving} onClick={() => void onOverwrite()}>
            Overwrite
          </Button>
          <Button data-autofocus onClick={onClose}>
            Keep editing
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
