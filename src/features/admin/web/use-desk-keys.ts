import { useEffect, useEffectEvent } from 'react'

const writing = 'input, textarea, select, [contenteditable], [role="dialog"]'

/** Whether a single key belongs to what is being typed, to a dialog or to the browser. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const { target } = event
  return (
    (target instanceof Element && target.closest(writing) !== null) ||
    document.querySelector('[role="dialog"]') !== null
  )
}

/** Single keys of the desk, off while somebody types or a dialog is open. */
export function useDeskKeys(keys: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isTaken(event) || !Object.hasOwn(keys, event.key)) return
    event.preventDefault()
    keys[event.key]?.()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
