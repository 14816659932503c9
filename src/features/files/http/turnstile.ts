import { DomainError } from '#shared/errors.ts'

/** Uploads of one user that this process takes in at the same time. */
export const uploadsAtOnce = 4
const retryAfterSeconds = 5

/** Lets so many of each key in at a time. */
export function createTurnstile(most: number) {
  const inside = new Map<string, number>()
  return {
    /** Does the work as one of the key's. @throws TOO_MANY_REQUESTS, and the work is not begun, while `most` are inside */
    async pass<T>(key: string, work: () => Promise<T>): Promise<T> {
      const count = inside.get(key) ?? 0
      if (count >= most)
        throw new DomainError(
          'TOO_MANY_REQUESTS',
          `At most ${most} uploads at a time. Please wait for one to end.`,
          {
            retryAfterSeconds,
          },
        )
      inside.set(key, count + 1)
      try {
        return await work()
      } finally {
        const left = (inside.get(key) ?? 1) - 1
        if (left > 0) inside.set(key, left)
        else inside.delete(key)
      }
    },
  }
}
