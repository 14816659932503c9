import { TextInput } from '@mantine/core'
import { z } from 'zod'
import { type FileEntry, fileName, folderPath } from '#features/files/contract.ts'
import { trpc } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useContractForm } from '#web/ui/use-contract-form.ts'

const placeForm = z.object({ name: fileName, path: folderPath })

type FilePlaceDialogProps = { file: FileEntry; opened: boolean; onClose: () => void }

/** Gives a file or folder another name or another folder. */
export function FilePlaceDialog({ file, opened, onClose }: FilePlaceDialogProps) {
  const form = useContractForm(placeForm, { name: file.fileName, path: file.path })
  const utils = trpc.useUtils()
  const change = trpc.files.update.useMutation({
    meta: { failure: 'The file could not be changed' },
    onSuccess: () => utils.files.invalidate(),
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Rename or move ${file.fileName}`}
      form={form}
      onSubmit={(values) => change.mutateAsync({ id: file.id, ...values })}
      submitLabel="Save"
    >
      <TextInput label="Name" data-autofocus key={form.key('name')} {...form.getInputProps('name')} />
      <TextInput
        label="Folder"
        description="Leave empty for the root. Missing folders are created."
        key={form.key('path')}
        {...form.getInputProps('path')}
      />
    </FormDialog>
  )
}
