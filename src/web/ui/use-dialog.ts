import { useRef, useState } from 'react'

type Shown<Subject> = { subject: Subject; opening: number; isOpen: boolean }

/** Long enough for the dialog's focus trap to let go. */
const releaseMs = 50

/**
 * A dialog about something, mounted anew at each opening (use `key` as its React key) and kept while it closes.
 * Closing it gives the focus back to what opened it; leaving it does not, when the focus goes elsewhere.
 */
export function useDialog<Subject>() {
  const [shown, setShown] = useState<Shown<Subject> | null>(null)
  const opener = useRef<Element | null>(null)
  const open = (subject: Subject) => {
    // What replaces an open dialog goes back to what opened the first one.
    if (!shown?.isOpen) opener.current = document.activeElement
    setShown({ subject, opening: (shown?.opening ?? 0) + 1, isOpen: true })
  }
  const leave = () => setShown((before) => before && { ...before, isOpen: false })
  const close = () => {
    leave()
    setTimeout(() => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
    }, releaseMs)
  }
  return {
    subject: shown?.subject,
    key: shown?.opening ?? 0,
    isOpen: shown?.isOpen ?? false,
    open,
    close,
    leave,
  }
}
