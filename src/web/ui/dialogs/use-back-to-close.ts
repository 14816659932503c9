import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'

/** Open dialogs, the top one last. */
const openDialogs: symbol[] = []

type Closable = { opened: boolean; onClose: () => void; closeOnEscape?: boolean | undefined }

/** A dialog that a URL opened closes with that URL, when Back leaves it. */
const isAskedBy = (search: string): boolean => new URLSearchParams(search).has('dialog')

/**
 * Back closes the top dialog, as Escape does, and the page stays. Returns the handler for Escape: a dialog below another
 * one receives the key too, and stays.
 */
export function useBackToClose({ opened, onClose, closeOnEscape = true }: Closable): () => void {
  const self = useRef<symbol>(undefined)
  // Tests may render a dialog without a router.
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
        // Closing may change the URL, so wait until the browser is back on this page.
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
