import { TextInput } from '@mantine/core'
import { z } from 'zod'
import { joinPath } from '#features/files/contract/names.ts'
import { type FileEntry, fileName, folderPath } from '#features/files/contract.ts'
import { trpc } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useContractForm } from '#web/ui/use-contract-form.ts'

const placeForm = z.object({ name: fileName, path: folderPath })
const folderForm = z.object({ name: fileName })

type DialogProps = { opened: boolean; onClose: () => void }

/** Gives a file or folder another name or another folder. */
export function FilePlaceDialog({ file, opened, onClose }: DialogProps & { file: FileEntry }) {
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

/** Makes a folder in the one that is shown. */
export function FolderDialog({
  serviceId,
  path,
  opened,
  onClose,
}: DialogProps & { serviceId: string; path: string }) {
  const form = useContractForm(folderForm, { name: '' })
  const utils = trpc.useUtils()
  const create = trpc.files.createFolder.useMutation({
    meta: { failure: 'The folder could not be created' },
    onSuccess: () => utils.files.invalidate(),
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New folder"
      form={form}
      onSubmit={({ name }) => create.mutateAsync({ serviceId, path: joinPath(path, name) })}
      submitLabel="Create folder"
    >
      <TextInput label="Name" data-autofocus key={form.key('name')} {...form.getInputProps('name')} />
    </FormDialog>
  )
}
