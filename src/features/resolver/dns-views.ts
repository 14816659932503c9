import { DomainError } from '#shared/errors.ts'
import { minute, second } from '#shared/time.ts'

/** How long an answer is reused, so that several screens cause one query. */
const keptMs = 5 * second
const queriesPerMinute = 20
const maxKept = 1_000

const tooOften = 'DNS was checked too often. Wait a minute, then check again.'

type CachedView = { at: number; view: Promise<unknown> }

/** The DNS state of domains, queried on this node. */
export interface DnsViews {
  /**
   * The result of `ask`, or its result for the same key some seconds ago.
   * @throws TOO_MANY_REQUESTS when the user has started too many queries within a minute
   */
  see<T>(about: { key: string; userId: string }, ask: () => Promise<T>): Promise<T>
}

/** `now` is a monotonic time in milliseconds. */
export function createDnsViews(now: () => number = () => performance.now()): DnsViews {
  const kept = new Map<string, CachedView>()
  /** The times of each user's queries within the last minute. */
  const queries = new Map<string, number[]>()
  const forget = () => {
    for (const [key, { at }] of kept) {
      if (kept.size <= maxKept && now() - at < keptMs) return
      kept.delete(key)
    }
  }
  const count = (userId: string) => {
    const recent = (queries.get(userId) ?? []).filter((at) => now() - at < minute)
    const [first] = recent
    if (first !== undefined && recent.length >= queriesPerMinute)
      throw new DomainError('TOO_MANY_REQUESTS', tooOften, {
        retryAfterSeconds: Math.max(1, Math.ceil((first + minute - now()) / second)),
      })
    queries.delete(userId)
    queries.set(userId, [...recent, now()])
    for (const [id, times] of queries) {
      const last = times.at(-1) ?? 0
      if (queries.size <= maxKept && now() - last < minute) return
      queries.delete(id)
    }
  }
  return {
    see<T>({ key, userId }: { key: string; userId: string }, ask: () => Promise<T>): Promise<T> {
      const before = kept.get(key)
      if (before && now() - before.at < keptMs) return before.view as Promise<T>
      count(userId)
      const view = ask()
      kept.delete(key)
      kept.set(key, { at: now(), view })
      // Only current waiters get a failure; later callers query again.
      view.catch(() => kept.delete(key))
      forget()
      return view
    },
  }
}
