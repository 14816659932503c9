import { useBlocker } from '@tanstack/react-router'
import { lazyPart } from '#web/ui/lazy-part.tsx'

const ConfirmDialog = lazyPart(() => import('#web/ui/dialogs/confirm-dialog.tsx'), 'ConfirmDialog')

type Location = { pathname: string; search: unknown }

const opens = ({ search }: Location): unknown => (search as { open?: unknown }).open

/** Asks before unsaved text is lost. */
export function LeaveGuard({ fileId, name }: { fileId: string; name: string }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname || opens(next) !== fileId,
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
      Your changes to {name} will be lost.
    </ConfirmDialog>
  )
}
