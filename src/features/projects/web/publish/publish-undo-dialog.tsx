import { useMutation, useQueryClient } from '@tanstack/react-query'
import { countText } from '#shared/text/count-text.ts'
import { useTRPC } from '#web/trpc.ts'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/ui/overlays/toast.ts'
import { DateTime } from '#web/ui/values/values.tsx'
import type { Outline } from '../../contract/contract.ts'
import { texts } from '../../contract/texts.ts'

type PublishUndoDialogProps = {
  project: Outline
  undo: NonNullable<Outline['publishUndo']>
  site: string
  opened: boolean
  onClose: () => void
}

const effectOf = ({ replaced, added }: PublishUndoDialogProps['undo']) => {
  const back = `replaced ${countText(replaced, 'file')}, which ${replaced === 1 ? 'comes' : 'come'} back`
  const away = `added ${countText(added, 'file')}, which ${added === 1 ? 'goes' : 'go'} to the trash`
  return [...(replaced > 0 ? [back] : []), ...(added > 0 ? [away] : [])].join('; it ')
}

/** Asks before undoing the last publish of a project. */
export function PublishUndoDialog({ project, undo, site, opened, onClose }: PublishUndoDialogProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const back = useMutation(
    trpc.projects.undoPublish.mutationOptions({
      meta: { failure: 'The publish could not be undone' },
      onSuccess: () => showToast({ title: texts.success, description: 'Publish undone successfully' }),
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries(trpc.projects.outline.queryFilter()),
          queryClient.invalidateQueries(trpc.files.pathFilter()),
        ]),
    }),
  )
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Undo the publish to ${site}?`}
      confirmLabel="Undo the publish"
      onConfirm={() => back.mutateAsync({ id: project.id })}
    >
      This publish {effectOf(undo)}. Later changes to these files go to the trash too. The project itself
      stays as it is. Possible until <DateTime at={undo.until} as="moment" />.
    </ConfirmDialog>
  )
}
