import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useContractForm } from '#web/ui/use-contract-form.ts'
import { texts } from '../contract/texts.ts'
import { createProjectInput, type Outline } from '../contract.ts'

type ProjectFormDialogProps = { project?: Outline | undefined; opened: boolean; onClose: () => void }

/** A new project, or another name and description for one. */
export function ProjectFormDialog({ project, opened, onClose }: ProjectFormDialogProps) {
  const form = useContractForm(createProjectInput, {
    name: project?.name ?? '',
    description: project?.description ?? '',
  })
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  const meta = { failure: texts.error }
  const create = trpc.projects.create.useMutation({
    meta,
    onSuccess: async ({ id }) => {
      await utils.projects.outline.invalidate()
      await navigate({ to: '/projects', search: { project: id }, resetScroll: false })
      showToast({ title: texts.success, description: texts.projectCreated })
    },
  })
  const update = trpc.projects.update.useMutation({
    meta,
    onSuccess: async () => {
      await utils.projects.outline.invalidate()
      showToast({ title: texts.success, description: 'Project updated successfully' })
    },
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={project ? `Edit ${project.name}` : 'New Project'}
      form={form}
      onSubmit={(values) =>
        project ? update.mutateAsync({ id: project.id, ...values }) : create.mutateAsync(values)
      }
      submitLabel={project ? 'Save changes' : 'Create Project'}
    >
      <TextInput
        label="Project Name"
        required
        data-autofocus
        autoComplete="off"
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        key={form.key('description')}
        {...form.getInputProps('description')}
      />
    </FormDialog>
  )
}
