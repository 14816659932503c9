import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { withoutDialog } from '../../lib/search-values.ts'
import { useDialog } from './use-dialog.ts'

type Asking<Subject> = {
  /** Whether the page's URL requests the dialog. */
  isAsked: boolean
  subject: Subject
  /** Removes the request from the URL. */
  forget: () => void
}

/** A dialog that the page's URL can open too. Closing it clears the request from the URL, and Back closes it. */
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

/** A dialog that the page's `?dialog=` parameter can open too. */
export function usePageDialog<Subject>(isAsked: boolean, subject: Subject) {
  const navigate = useNavigate()
  const forget = () => void navigate({ to: '.', search: withoutDialog, replace: true, resetScroll: false })
  return useAskedDialog<Subject>({ isAsked, subject, forget })
}
