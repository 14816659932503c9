import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { FileEntry } from '#features/files/contract/contract.ts'
import type { ExtractChoice } from '#features/files/contract/extract.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { ExtractProgress } from './extract-progress.tsx'
import { type ExtractState, useExtract } from './use-extract.ts'

type ExtractDialogProps = { archive: FileEntry; opened: boolean; onClose: () => void }

/** Extracts a zip into its folder; closing the dialog cancels the extraction. */
export function ExtractDialog({ archive, opened, onClose }: ExtractDialogProps) {
  const [state, setState] = useState<ExtractState>({ is: 'idle' })
  const { run, cancel } = useExtract(setState)
  const start = async (conflict?: ExtractChoice) => {
    if (await run({ id: archive.id, ...(conflict ? { conflict } : {}) })) onClose()
  }
  const close = () => {
    cancel()
    onClose()
  }
  const title = `Extract ${archive.fileName}`
  const isStartable = state.is === 'idle' || state.is === 'failed'
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <Stack gap="sm">
        <p className="files-hint">
          Its files and folders are extracted {archive.path ? `to ${archive.path}` : 'beside it'}. If one
          cannot be extracted, none of them are.
        </p>
        <ExtractProgress state={state} onChoose={(choice) => void start(choice)} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          {isStartable && (
            <Button data-autofocus onClick={() => void start()}>
              {state.is === 'failed' ? 'Try again' : 'Extract here'}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
