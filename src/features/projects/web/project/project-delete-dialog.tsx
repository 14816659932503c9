import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTRPC } from '#web/trpc.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { texts } from '../../contract/texts.ts'
import type { ProjectDialogProps } from '../dialog-props.ts'

/** Asks before deleting a project with all its files. */
export function ProjectDeleteDialog({ project, keeper, opened, onClose }: ProjectDialogProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation(
    trpc.projects.remove.mutationOptions({
      meta: { failure: texts.error },
      onSuccess: async () => {
        for (const { id } of project.files) keeper.discard(id)
        await navigate({ to: '/projects', search: {} })
        await queryClient.invalidateQueries(trpc.projects.outline.queryFilter())
        showToast({ title: texts.success, description: 'Project deleted successfully' })
      },
    }),
  )
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete the project ${project.name}?`}
      confirmLabel="Delete the project"
      typeName={project.name}
      onConfirm={() => remove.mutateAsync({ id: project.id })}
    >
      <strong>{project.name}</strong> will be deleted with its files and their versions. This cannot be
      undone. The published site stays online.
    </ConfirmDialog>
  )
}
