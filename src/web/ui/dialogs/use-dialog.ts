import { useRef, useState } from 'react'
import { focusHeading } from '../../lib/navigation/focus-heading.ts'

type Shown<Subject> = { subject: Subject; opening: number; isOpen: boolean }

/** Long enough for the dialog to release its focus trap. */
const releaseMs = 50

/**
 * A dialog about a subject, remounted at each opening (use `key` as its React key) and still mounted while it closes.
 * Closing returns the focus to the opener, or to the page's heading if nothing there opened it, unless the focus has
 * moved on by then; leaving never moves it.
 */
export function useDialog<Subject>() {
  const [shown, setShown] = useState<Shown<Subject> | null>(null)
  const opener = useRef<Element | null>(null)
  const open = (subject: Subject) => {
    // A dialog that replaces an open one returns the focus to the first one's opener.
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
