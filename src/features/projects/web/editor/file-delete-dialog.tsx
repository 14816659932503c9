import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { texts } from '../../contract/texts.ts'
import type { FileDialogProps } from '../dialog-props.ts'

/** Asks before deleting a file with all its versions. */
export function FileDeleteDialog({ file, keeper, opened, onClose }: FileDialogProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const remove = useMutation(
    trpc.projects.files.remove.mutationOptions({
      meta: { failure: texts.error },
      onSuccess: () => {
        keeper.discard(file.id)
        showToast({ title: texts.success, description: 'File deleted successfully' })
      },
      onSettled: () => queryClient.invalidateQueries(trpc.projects.outline.queryFilter()),
    }),
  )
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete ${file.name}?`}
      confirmLabel="Delete the file"
      onConfirm={() => remove.mutateAsync({ fileId: file.id })}
    >
      <strong>{file.name}</strong> and its earlier versions are deleted. This cannot be undone. The published
      copy stays online.
    </ConfirmDialog>
  )
}
