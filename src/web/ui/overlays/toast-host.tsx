import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'
import { CloseIcon } from '../icons.tsx'
import { currentToast, dismissToast, type ShownToast, watchToasts } from './toast.ts'

/** Dismisses the toast when its time is over; the time restarts after the pointer or the focus leaves it. */
function useTimeout({ id, duration }: ShownToast): RefObject<HTMLDivElement | null> {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let timer: ReturnType<typeof setTimeout> | undefined
    const hold = () => clearTimeout(timer)
    const run = () => {
      hold()
      timer = setTimeout(() => dismissToast(id), duration)
    }
    // Mouse only: no leave event would follow a touch.
    const holdForMouse = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') hold()
    }
    card.current?.addEventListener('pointerenter', holdForMouse, { signal })
    card.current?.addEventListener('focusin', hold, { signal })
    for (const name of ['pointerleave', 'focusout']) card.current?.addEventListener(name, run, { signal })
    signal.addEventListener('abort', hold)
    run()
    return () => stop.abort()
  }, [id, duration])
  return card
}

function ToastCard({ toast }: { toast: ShownToast }) {
  const { id, title, description, action, variant } = toast
  const card = useTimeout(toast)
  return (
    <div
      ref={card}
      className="toast"
      data-variant={variant}
      role={variant === 'destructive' ? 'alert' : 'status'}
    >
      <div className="toast-text">
        <p className="toast-title">{title}</p>
        {description && <p className="toast-description">{description}</p>}
        {action && (
          <button
            type="button"
            className="button toast-action"
            onClick={() => {
              dismissToast(id)
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button
        type="button"
        className="icon-button"
        aria-label={`Dismiss: ${title}`}
        onClick={() => dismissToast(id)}
      >
        <CloseIcon size={14} />
      </button>
    </div>
  )
}

/** Shows the current toast. Part of the entry chunk, as it may have to report a lost connection. */
export function ToastHost() {
  const toast = useSyncExternalStore(watchToasts, currentToast, () => null)
  return <div className="toasts">{toast && <ToastCard key={toast.id} toast={toast} />}</div>
}
