import { useRef, useState } from 'react'
import { focusHeading } from '../../lib/navigation/focus-heading.ts'

type Shown<Subject> = { subject: Subject; opening: number; isOpen: boolean }

/** Long enough for the dialog's focus trap to let go. */
const releaseMs = 50

/**
 * A dialog about something, mounted anew at each opening (use `key` as its React key) and kept while it closes.
 * Closing it gives the focus back to what opened it, or to the heading of the page if nothing there did, unless the focus has
 * moved on by then; leaving it never does.
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
    const atClose = document.activeElement
    setTimeout(() => {
      const { activeElement } = document
      const hasMovedOn = activeElement && activeElement !== document.body && activeElement !== atClose
      if (hasMovedOn) return
      if (opener.current === document.body) focusHeading()
      else if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
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
