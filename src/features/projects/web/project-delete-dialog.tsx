import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#web/trpc.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { texts } from '../contract/texts.ts'
import type { ProjectDialogProps } from './dialog-props.ts'

/** Asks before a project goes with everything in it. */
export function ProjectDeleteDialog({ project, keeper, opened, onClose }: ProjectDialogProps) {
  const utils = trpc.useUtils()
  const navigate = useNavigate()
  const remove = trpc.projects.remove.useMutation({
    meta: { failure: texts.error },
    onSuccess: async () => {
      for (const { id } of project.files) keeper.discard(id)
      await navigate({ to: '/projects', search: {} })
      await utils.projects.outline.invalidate()
      showToast({ title: texts.success, description: 'Project deleted successfully' })
    },
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete the project ${project.name}?`}
      confirmLabel="Delete the project"
      typeName={project.name}
      onConfirm={() => remove.mutateAsync({ id: project.id })}
    >
      <strong>{project.name}</strong> is deleted with its files and their versions. This cannot be undone;
      what was published stays on the site.
    </ConfirmDialog>
  )
}
