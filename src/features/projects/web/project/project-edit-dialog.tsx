import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useContractForm } from '#web/ui/forms/use-contract-form.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { updateProjectInput } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'
import type { ProjectDialogProps } from '../dialog-props.ts'
import { ProjectFields } from './project-fields.tsx'

const schema = updateProjectInput.pick({ name: true, description: true })

/** Edits a project's name and description. */
export function ProjectEditDialog({ project, opened, onClose }: ProjectDialogProps) {
  const trpc = useTRPC()
  const form = useContractForm(schema, { name: project.name, description: project.description ?? '' })
  const queryClient = useQueryClient()
  const update = useMutation(
    trpc.projects.update.mutationOptions({
      meta: { failure: texts.error },
      onSuccess: async () => {
        await queryClient.invalidateQueries(trpc.projects.outline.queryFilter())
        showToast({ title: texts.success, description: 'Project updated successfully' })
      },
    }),
  )
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Edit ${project.name}`}
      form={form}
      onSubmit={(values) => update.mutateAsync({ id: project.id, ...values })}
      submitLabel="Save changes"
    >
      <ProjectFields form={form} />
    </FormDialog>
  )
}
