import { useEffect, useEffectEvent } from 'react'
import { useDialog } from './use-dialog.ts'

type Asking<Subject> = {
  /** Whether the address of the page asks for the dialog. */
  isAsked: boolean
  subject: Subject
  /** Takes the question out of the address. */
  forget: () => void
}

/** A dialog of a page that its address opens too. The address no longer asks once it is closed, and Back closes it. */
export function useAskedDialog<Subject>({ isAsked, subject, forget }: Asking<Subject>) {
  const dialog = useDialog<Subject>()
  const follow = useEffectEvent((isOpen: boolean) => (isOpen ? dialog.open(subject) : dialog.leave()))
  useEffect(() => follow(isAsked), [isAsked])
  const close = () => {
    dialog.close()
    if (isAsked) forget()
  }
  return { ...dialog, close }
}
