import { useBlocker } from '@tanstack/react-router'
import { lazyPart } from '#web/ui/lazy-part.tsx'

const ConfirmDialog = lazyPart(() => import('#web/ui/dialogs/confirm-dialog.tsx'), 'ConfirmDialog')

/** Keeps the browser from closing a page with an unsaved message; `isAsking` also confirms navigation within the portal. */
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
      The message you are writing will be lost.
    </ConfirmDialog>
  )
}
