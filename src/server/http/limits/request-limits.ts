import { DomainError } from '#shared/errors.ts'
import { minute, second } from '#shared/time.ts'

/** The most callers in memory; the least recent are dropped. */
export const maxCallers = 50_000

/** The cost admitted within one second, and that second's number. */
type Slot = { at: number; used: number }

/** The caller, the kind of request and its cost; a page costs as much as several calls. */
type Use = { key: string; isWrite: boolean; cost: number }

export interface RequestLimits {
  /** Counts a request of a caller on this node. @throws TOO_MANY_REQUESTS with the seconds to wait */
  count(use: Use, now: number): void
}

const tooMany = (retryAfterSeconds: number) =>
  new DomainError('TOO_MANY_REQUESTS', 'You sent too many requests. Please wait a moment and try again.', {
    retryAfterSeconds,
  })

// More than a minute's allowance: the second in which it began counts until its last request is a minute old.
const slotsPerWindow = minute / second + 1

const isOver = ({ at }: Slot, now: number): boolean => at + slotsPerWindow <= Math.floor(now / second)

/** The second after which enough of the usage is a minute old that `surplus` less is counted. */
function freeAt(slots: Slot[], surplus: number): number {
  let left = surplus
  for (const { at, used } of slots) {
    left -= used
    if (left <= 0) return at + slotsPerWindow
  }
  return 0
}

/** Windows that slide by the second: no 60 s admit more than `perMinute` of a caller. 0 means no limit. */
function createWindows(perMinute: number) {
  const callers = new Map<string, Slot[]>()
  /** The map is ordered by use: the least recent callers are removed after a minute, or when there are too many. */
  const forget = (now: number) => {
    for (const [key, slots] of callers) {
      const last = slots.at(-1)
      if (callers.size <= maxCallers && last && !isOver(last, now)) return
      callers.delete(key)
    }
  }
  return (key: string, given: number, now: number) => {
    if (perMinute === 0) return
    // A request that costs more than a minute allows is admitted once a minute, rather than never.
    const cost = Math.min(given, perMinute)
    const slots = (callers.get(key) ?? []).filter((slot) => !isOver(slot, now))
    const surplus = slots.reduce((sum, { used }) => sum + used, cost) - perMinute
    const at = Math.floor(now / second)
    const last = slots.at(-1)
    if (surplus <= 0 && last?.at === at) last.used += cost
    else if (surplus <= 0) slots.push({ at, used: cost })
    callers.delete(key)
    callers.set(key, slots)
    forget(now)
    if (surplus > 0) throw tooMany(Math.max(1, freeAt(slots, surplus) - now / second))
  }
}

/**
 * Limits of reads and writes per caller and minute, in memory: each node counts separately, and a restart resets them. `now` is a
 * monotonic time in milliseconds, so that setting the clock changes nothing.
 */
export function createRequestLimits(perMinute: { reads: number; writes: number }): RequestLimits {
  const [reads, writes] = [createWindows(perMinute.reads), createWindows(perMinute.writes)]
  return {
    count: ({ key, isWrite, cost }, now) => (isWrite ? writes : reads)(key, cost, now),
  }
}
