import { DomainError } from '#shared/errors.ts'

/** How many uploads of one caller this process accepts at the same time. */
export const uploadsAtOnce = 4
const retryAfterSeconds = 5

/** Runs a limited number of uploads, or what else it is of, per key at a time, and refuses those beyond it. */
export function createConcurrencyLimit(most: number, what = 'uploads') {
  const running = new Map<string, number>()
  return {
    /** Runs the work as one of the key's. @throws TOO_MANY_REQUESTS while `most` are running, before it starts */
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      const count = running.get(key) ?? 0
      if (count >= most)
        throw new DomainError(
          'TOO_MANY_REQUESTS',
          `At most ${most} ${what} at a time. Please wait for one to end.`,
          {
            retryAfterSeconds,
          },
        )
      running.set(key, count + 1)
      try {
        return await work()
      } finally {
        const left = (running.get(key) ?? 1) - 1
        if (left > 0) running.set(key, left)
        else running.delete(key)
      }
    },
  }
}
