import { DomainError } from '#shared/errors.ts'

/** The most uploads of one caller that this process accepts at the same time. */
export const uploadsAtOnce = 4
const retryAfterSeconds = 5

/** Runs a limited number of tasks, such as uploads, per key at a time and refuses the rest. */
export function createConcurrencyLimit(most: number, what = 'uploads') {
  const running = new Map<string, number>()
  return {
    /** Runs the work under the key. @throws TOO_MANY_REQUESTS before it starts while `most` are running */
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      const count = running.get(key) ?? 0
      if (count >= most)
        throw new DomainError(
          'TOO_MANY_REQUESTS',
          `At most ${most} ${what} at a time. Please wait for one to finish.`,
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
