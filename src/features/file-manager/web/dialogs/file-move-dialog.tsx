import { TextInput } from '@mantine/core'
import { z } from 'zod'
import { folderPath } from '#features/file-manager/contract/contract.ts'
import type { FileEntry } from '#features/files/contract/contract.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { useFileChanges } from '../file/use-file-changes.ts'

const moveForm = z.object({ path: folderPath })

type FileMoveDialogProps = {
  /** All of one service. */
  files: FileEntry[]
  opened: boolean
  onClose: () => void
  onMoved: () => void
}

/** Moves files and folders to another folder. */
export function FileMoveDialog({ files, opened, onClose, onMoved }: FileMoveDialogProps) {
  const [first, ...others] = files
  const path = others.every((file) => file.path === first?.path) ? first?.path : undefined
  const form = useContractForm(moveForm, { path: path ?? '' })
  const { move } = useFileChanges()
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={others.length > 0 ? `Move ${files.length} files and folders` : `Move ${first?.fileName}`}
      form={form}
      onSubmit={(values) => move(files, values.path).then(onMoved)}
      submitLabel="Move"
    >
      <TextInput
        label="Folder"
        description="Separate folders with slashes, as in images/icons, or leave it empty for the top folder. Missing folders are created."
        data-autofocus
        key={form.key('path')}
        {...form.getInputProps('path')}
      />
    </FormDialog>
  )
}
