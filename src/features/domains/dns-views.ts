import { createRequestLimits } from '#server/http/request-limits.ts'
import { second } from '#shared/time.ts'

/** How long an answer is given again, so that several screens are one question. */
const keptMs = 5 * second
const asksPerMinute = 20
const maxKept = 1_000

type Kept = { at: number; view: Promise<unknown> }

/** What the DNS says of domains, asked on this node. */
export interface DnsViews {
  /**
   * What `ask` finds, or what it found for the same key some seconds ago.
   * @throws TOO_MANY_REQUESTS when the user has had too much asked within a minute
   */
  see<T>(about: { key: string; userId: string }, ask: () => Promise<T>): Promise<T>
}

/** `now` is a monotonic time in milliseconds. */
export function createDnsViews(now: () => number = () => performance.now()): DnsViews {
  const kept = new Map<string, Kept>()
  const limits = createRequestLimits({ reads: asksPerMinute, writes: 0 })
  const forget = () => {
    for (const [key, { at }] of kept) {
      if (kept.size <= maxKept && now() - at < keptMs) return
      kept.delete(key)
    }
  }
  return {
    see<T>({ key, userId }: { key: string; userId: string }, ask: () => Promise<T>): Promise<T> {
      const before = kept.get(key)
      if (before && now() - before.at < keptMs) return before.view as Promise<T>
      limits.count({ key: userId, isWrite: false, cost: 1 }, now())
      const view = ask()
      kept.delete(key)
      kept.set(key, { at: now(), view })
      // A failure is for those who waited for it, and for nobody after them.
      view.catch(() => kept.delete(key))
      forget()
      return view
    },
  }
}
