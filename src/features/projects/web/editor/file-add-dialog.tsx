import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { createFileInput } from '../../contract/contract.ts'
import type { FileType } from '../../contract/kinds.ts'
import type { ProjectDialogProps } from '../dialog-props.ts'
import { FileFields, useFileForm } from './file-fields.tsx'
import { useCreateFile } from './use-create-file.ts'

const schema = createFileInput.pick({ name: true, type: true })
const first: { name: string; type: FileType } = { name: '', type: 'html' }

/** Adds an empty file to the project. */
export function FileAddDialog({ project, opened, onClose }: ProjectDialogProps) {
  const form = useFileForm(schema, first)
  const create = useCreateFile()
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Add File"
      form={form}
      onSubmit={(values) => create.mutateAsync({ projectId: project.id, ...values })}
      submitLabel="Add File"
    >
      <FileFields form={form} />
    </FormDialog>
  )
}
