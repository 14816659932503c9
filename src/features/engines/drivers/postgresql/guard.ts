/** Ends waits for promises that may never settle. */
export type Guard = {
  /**
   * The result of `work`, unless the guard breaks first. Unlike a race with a long-lived promise, it holds no reference to
   * settled
   * work.
   */
  wait<T>(work: Promise<T>): Promise<T>
  /** Rejects all current and later waits with this error. */
  break(error: unknown): void
}

export function createGuard(): Guard {
  const waiting = new Set<(error: unknown) => void>()
  let broken: { error: unknown } | null = null
  return {
    async wait<T>(work: Promise<T>) {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      work.then(resolve, reject)
      if (broken) reject(broken.error)
      waiting.add(reject)
      try {
        return await promise
      } finally {
        waiting.delete(reject)
      }
    },
    break(error) {
      broken ??= { error }
      for (const reject of waiting) reject(error)
    },
  }
}
