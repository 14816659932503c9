import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { withoutDialog } from '../../lib/search-values.ts'
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

/** A dialog that `?dialog=` of the address of its page opens too. */
export function usePageDialog<Subject>(isAsked: boolean, subject: Subject) {
  const navigate = useNavigate()
  const forget = () => void navigate({ to: '.', search: withoutDialog, replace: true, resetScroll: false })
  return useAskedDialog<Subject>({ isAsked, subject, forget })
}
