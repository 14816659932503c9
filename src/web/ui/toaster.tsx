import { lazy, Suspense, useSyncExternalStore } from 'react'
import { currentToast, watchToasts } from './toast.ts'

const ToastHost = lazy(() => import('./toast-host.tsx').then((module) => ({ default: module.ToastHost })))

/** Brings the toasts' host in once there is something to say. */
export function Toaster() {
  const asked = useSyncExternalStore(
    watchToasts,
    () => currentToast() !== null,
    () => false,
  )
  if (!asked) return null
  return (
    <Suspense>
      <ToastHost />
    </Suspense>
  )
}
