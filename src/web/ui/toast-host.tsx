import { Button } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { useEffect, useSyncExternalStore } from 'react'
import { currentToast, type ShownToast, watchToasts } from './toast.ts'

function present(toast: ShownToast): void {
  const destructive = toast.variant === 'destructive'
  notifications.clean()
  notifications.show({
    id: String(toast.id),
    title: toast.title,
    message: <ToastBody toast={toast} />,
    color: destructive ? 'red' : 'brand',
    autoClose: toast.duration ?? false,
    withBorder: true,
    role: destructive ? 'alert' : 'status',
    className: 'toast',
    closeButtonProps: { 'aria-label': `Dismiss: ${toast.title}` },
  })
}

function ToastBody({ toast }: { toast: ShownToast }) {
  const { action } = toast
  return (
    <>
      {toast.description}
      {action && (
        <Button
          size="compact-sm"
          variant="default"
          className="toast-action"
          onClick={() => {
            notifications.clean()
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
    </>
  )
}

/** Where toasts appear. Loaded with the first toast, since no page opens with one. */
export function ToastHost() {
  const toast = useSyncExternalStore(watchToasts, currentToast, () => null)
  useEffect(() => {
    if (toast) present(toast)
  }, [toast])
  return (
    <Notifications
      position="bottom-right"
      limit={1}
      containerWidth={420}
      pauseResetOnHover="notification"
      // The one before must be gone when its successor comes.
      transitionDuration={0}
    />
  )
}
