import { trpc } from '#web/trpc.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { DateTime } from '#web/ui/values.tsx'
import { texts } from '../contract/texts.ts'
import type { Outline } from '../contract.ts'
import { countText } from './count-text.ts'

type PublishUndoDialogProps = {
  project: Outline
  undo: NonNullable<Outline['publishUndo']>
  site: string
  opened: boolean
  onClose: () => void
}

const parts = ({ replaced, added }: PublishUndoDialogProps['undo']) =>
  [
    ...(replaced > 0
      ? [`${countText(replaced)} that it replaced ${replaced === 1 ? 'comes' : 'come'} back`]
      : []),
    ...(added > 0 ? [`${countText(added)} that it added ${added === 1 ? 'goes' : 'go'} to the trash`] : []),
  ].join(', ')

/** Asks before a site is what it was before the last publish of a project. */
export function PublishUndoDialog({ project, undo, site, opened, onClose }: PublishUndoDialogProps) {
  const utils = trpc.useUtils()
  const back = trpc.projects.undoPublish.useMutation({
    meta: { failure: 'The publish could not be undone' },
    onSuccess: () => showToast({ title: texts.success, description: 'Publish undone successfully' }),
    onSettled: () => Promise.all([utils.projects.outline.invalidate(), utils.files.invalidate()]),
  })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Undo the publish to ${site}?`}
      confirmLabel="Undo the publish"
      onConfirm={() => back.mutateAsync({ id: project.id })}
    >
      On the site, {parts(undo)}. Later changes to these files go to the trash too. The project itself stays
      as it is. This is possible until <DateTime at={undo.until} as="moment" />.
    </ConfirmDialog>
  )
}
