/** Wakes a sleeping loop when there is work. */
export interface Bell {
  ring(): void
  /** Resolves at the next ring, after `ms`, or when `signal` is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export function createBell(): Bell {
  let wake = () => {}
  return {
    ring: () => wake(),
    wait(ms, signal) {
      const { promise, resolve } = Promise.withResolvers<void>()
      if (signal.aborted) return Promise.resolve()
      const end = () => resolve()
      wake = end
      const timer = setTimeout(end, ms)
      signal.addEventListener('abort', end, { once: true })
      return promise.finally(() => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
      })
    },
  }
}
