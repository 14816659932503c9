import { DomainError } from '#shared/errors.ts'
import { minute, second } from '#shared/time.ts'

/** Callers that are remembered at the same time, those who came last. */
export const maxCallers = 50_000

type Bucket = { left: number; at: number }

/** Who is counted, what they do and how much of it; a page costs as much as several calls. */
export type Use = { key: string; isWrite: boolean; cost: number }

export interface RequestLimits {
  /** Counts a request of a caller on this node. @throws TOO_MANY_REQUESTS with the seconds to wait */
  count(use: Use, now: number): void
}

const tooMany = (retryAfterSeconds: number) =>
  new DomainError('TOO_MANY_REQUESTS', 'You sent too many requests. Please wait a moment and try again.', {
    retryAfterSeconds,
  })

/** Buckets that refill within a minute; 0 means no limit. */
function createBuckets(perMinute: number) {
  const buckets = new Map<string, Bucket>()
  const perMs = perMinute / minute
  return (key: string, cost: number, now: number) => {
    if (perMinute === 0) return
    const { left, at } = buckets.get(key) ?? { left: perMinute, at: now }
    const filled = Math.min(perMinute, left + (now - at) * perMs)
    // The map keeps the order of use: whoever has not come for longest is forgotten first.
    buckets.delete(key)
    buckets.set(key, { left: filled < cost ? filled : filled - cost, at: now })
    const oldest = buckets.size > maxCallers ? buckets.keys().next().value : undefined
    if (oldest !== undefined) buckets.delete(oldest)
    if (filled < cost) throw tooMany(Math.max(1, (cost - filled) / perMs / second))
  }
}

/**
 * Limits of reads and writes per caller and minute, kept in memory: each node counts for itself, and a start begins anew.
 * `now` is a monotonic time in milliseconds, so that a clock that is set changes nothing.
 */
export function createRequestLimits(perMinute: { reads: number; writes: number }): RequestLimits {
  const [reads, writes] = [createBuckets(perMinute.reads), createBuckets(perMinute.writes)]
  return {
    count: ({ key, isWrite, cost }, now) => (isWrite ? writes : reads)(key, cost, now),
  }
}
