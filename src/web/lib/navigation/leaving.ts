/** Whether the user has agreed to lose unfinished work. */
let isDecided = false

/** Disables all confirmation once the user has agreed. Registered before other handlers. */
export function guardLeaving(): void {
  const silence = (event: Event) => {
    if (isDecided) event.stopImmediatePropagation()
  }
  window.addEventListener('beforeunload', silence, { capture: true })
}

/** Whether the browser would ask before leaving: something is unsaved or still uploading. */
export const hasUnfinished = (): boolean =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Opens another document without confirmation. */
export function leaveForGood(url: string): void {
  isDecided = true
  window.location.assign(url)
}
