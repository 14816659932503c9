import { siteKey } from '#shared/address.ts'

/** Outcome of a UDP answer: sent, or beyond the limit truncated or dropped. */
export type Verdict = 'answer' | 'truncate' | 'drop'

const buckets = 1 << 16
/** One in this many answers beyond the limit is truncated, so that real clients can retry over TCP. */
const slip = 2

/** Addresses that are spoofed together: an IPv4 /24, an IPv6 /48. */
const prefixOf = (address: string): string =>
  siteKey(address) ?? address.slice(address.lastIndexOf(':') + 1, address.lastIndexOf('.'))

/**
 * Counts the answers to each network per second. The tables have a fixed size, so spoofed addresses cannot exhaust the memory;
 * a random seed of this process decides which networks share a counter.
 */
export function createRateLimit(perSecond: number, secondsNow: () => number): (address: string) => Verdict {
  if (perSecond === 0) return () => 'answer'
  const counts = new Uint32Array(buckets)
  const seconds = new Uint32Array(buckets)
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
  const bucketOf = (text: string): number => {
    let hash = seed
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    return (hash ^ (hash >>> 16)) & (buckets - 1)
  }
  return (address) => {
    const bucket = bucketOf(prefixOf(address))
    const second = Math.floor(secondsNow())
    if (seconds[bucket] !== second) {
      seconds[bucket] = second
      counts[bucket] = 0
    }
    const count = (counts[bucket] ?? 0) + 1
    counts[bucket] = count
    if (count <= perSecond) return 'answer'
    return (count - perSecond) % slip === 0 ? 'truncate' : 'drop'
  }
}
