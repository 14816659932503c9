import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

const ConfirmDialog = lazy(() =>
  import('#web/ui/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
)

/** Asks before unsaved texts are left behind; between files and projects they stay. */
export function LeaveGuard({ names }: { names: string[] }) {
  const isDirty = names.length > 0
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Suspense>
      <ConfirmDialog
        opened
        onClose={blocker.reset}
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Stay"
        onConfirm={async () => blocker.proceed()}
      >
        Your changes in {names.join(', ')} are not saved.
      </ConfirmDialog>
    </Suspense>
  )
}
