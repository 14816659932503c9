/** Ends waits for what will not come any more. */
export type Guard = {
  /** As `work`, unless the guard is broken first. Nothing is kept of work that has ended, unlike by a race with one long promise. */
  wait<T>(work: Promise<T>): Promise<T>
  /** All waits, also later ones, end with this error. */
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
