/** Whether the user has agreed to lose unfinished work. */
let isDecided = false

/** Once the user has agreed, nothing asks any more. Registered before everything that may ask. */
export function guardLeaving(): void {
  const silence = (event: Event) => {
    if (isDecided) event.stopImmediatePropagation()
  }
  window.addEventListener('beforeunload', silence, { capture: true })
}

/** Whether the browser would ask before this page is left: something is not saved or not uploaded yet. */
export const hasUnfinished = (): boolean =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Goes to another document without a question. */
export function leaveForGood(url: string): void {
  isDecided = true
  window.location.assign(url)
}
