import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import type { FileType } from '../contract/kinds.ts'
import { texts } from '../contract/texts.ts'
import { createFileInput } from '../contract.ts'
import type { ProjectDialogProps } from './dialog-props.ts'
import { FileFields, useFileForm } from './file-fields.tsx'

const schema = createFileInput.pick({ name: true, type: true })
const first: { name: string; type: FileType } = { name: '', type: 'html' }

/** A new, empty file of the project. */
export function FileAddDialog({ project, opened, onClose }: ProjectDialogProps) {
  const form = useFileForm(schema, first)
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  const create = trpc.projects.files.create.useMutation({
    meta: { failure: texts.error },
    onSuccess: async (file) => {
      utils.projects.files.get.setData({ fileId: file.id }, file)
      await utils.projects.outline.invalidate()
      await navigate({ to: '/projects', search: { project: project.id, file: file.id }, resetScroll: false })
      showToast({ title: texts.success, description: texts.fileCreated })
    },
  })
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
