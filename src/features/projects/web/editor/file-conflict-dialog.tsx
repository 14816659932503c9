import { Button, Group, Stack, Text } from '@mantine/core'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import type { FileEntry } from '../../contract/contract.ts'
import type { useSaveFile } from './use-save-file.ts'

type ConflictDialogProps = {
  file: FileEntry
  saving: ReturnType<typeof useSaveFile>
  onClose: () => void
}

/** Another window saved the file since it was opened here: the customer chooses one of the two texts. */
export function FileConflictDialog({ file, saving, onClose }: ConflictDialogProps) {
  const title = `${file.name} was changed in another window`
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': `Close: ${title}` }}>
      <Stack gap="sm">
        <Text size="sm">
          This file was saved in another window after you opened it. Keep your text and the other one becomes
          a version you can restore, or take the other one and lose your changes here.
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
