import { useBlocker } from '@tanstack/react-router'
import { lazyPart } from '#web/ui/lazy-part.tsx'

const ConfirmDialog = lazyPart(() => import('#web/ui/dialogs/confirm-dialog.tsx'), 'ConfirmDialog')

/** A page is not left before its message is saved; with `isAsking`, neither for another page of the portal, unless one wants to. */
export function LeaveGuard({ isAsking }: { isAsking: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isAsking && current.pathname !== next.pathname,
    enableBeforeUnload: true,
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
      The message that you are writing will be lost.
    </ConfirmDialog>
  )
}
