import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'

/** The dialogs that are open, the one on top last. */
const openDialogs: symbol[] = []

type Closable = { opened: boolean; onClose: () => void; closeOnEscape?: boolean | undefined }

/** An address that opens a dialog closes it as well, by the one before. */
const isAskedBy = (search: string): boolean => new URLSearchParams(search).has('dialog')

/**
 * Back closes the dialog on top, as Escape does, and the page stays. Returns how Escape closes it: a dialog below another
 * one hears the key too, and stays.
 */
export function useBackToClose({ opened, onClose, closeOnEscape = true }: Closable): () => void {
  const self = useRef<symbol>(undefined)
  // A dialog may be tested without any page.
  const history = useRouter({ warn: false })?.history
  const close = useEffectEvent(onClose)
  const isClosable = opened && closeOnEscape
  useEffect(() => {
    if (!isClosable) return
    const own = Symbol('dialog')
    self.current = own
    openDialogs.push(own)
    const unblock = history?.block({
      enableBeforeUnload: false,
      blockerFn: ({ action, currentLocation }) => {
        const isMeant = action === 'BACK' && openDialogs.at(-1) === own && !isAskedBy(currentLocation.search)
        // What closing does to the address belongs to this page, which the browser comes back to first.
        if (isMeant) window.addEventListener('popstate', () => close(), { once: true })
        return isMeant
      },
    })
    return () => {
      unblock?.()
      openDialogs.splice(openDialogs.indexOf(own), 1)
    }
  }, [isClosable, history])
  return () => {
    if (!isClosable || openDialogs.at(-1) === self.current) onClose()
  }
}
