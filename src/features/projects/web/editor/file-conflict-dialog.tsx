import { Button, Group, Stack, Text } from '@mantine/core'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import type { FileEntry } from '../../contract.ts'
import type { useSaveFile } from './use-save-file.ts'

type ConflictDialogProps = {
  file: FileEntry
  saving: ReturnType<typeof useSaveFile>
  onClose: () => void
}

/** The file was saved elsewhere since it was opened here: one of the two texts has to win. */
export function FileConflictDialog({ file, saving, onClose }: ConflictDialogProps) {
  const title = `${file.name} was changed elsewhere`
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': `Close: ${title}` }}>
      <Stack gap="sm">
        <Text size="sm">
          Another window saved this file after you opened it. Keep your text, and the other one becomes a
          version you can restore. Or take the other one, and your changes here are gone.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => void saving.takeTheirs()}>
            Take theirs
          </Button>
          <Button data-autofocus loading={saving.isSaving} onClick={() => void saving.keepMine()}>
            Keep mine
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
