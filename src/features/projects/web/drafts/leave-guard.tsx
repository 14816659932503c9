import { useBlocker } from '@tanstack/react-router'
import { lazyPart } from '#web/ui/lazy-part.tsx'

const ConfirmDialog = lazyPart(() => import('#web/ui/dialogs/confirm-dialog.tsx'), 'ConfirmDialog')

/** Asks before the page is left with unsaved texts; switching files and projects keeps them. */
export function LeaveGuard({ names }: { names: string[] }) {
  const isDirty = names.length > 0
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      opened
      onClose={blocker.reset}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={async () => blocker.proceed()}
    >
      Your changes to {names.join(', ')} are not saved. This browser keeps them and offers to restore them.
    </ConfirmDialog>
  )
}
