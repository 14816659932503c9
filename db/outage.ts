import { isOutage, StoreUnavailable } from './errors.ts'

/** Called once when the database becomes unreachable, and once when it answers again, with the duration. */
export type OutageListener = (change: { isGone: boolean; downMs: number }) => void

/**
 * Runs work on the database; `work` must fail with the store's errors.
 * @throws StoreUnavailable immediately while the database is unreachable and other work is probing it
 */
export type OutageGuard = <T>(work: () => Promise<T>) => Promise<T>

// While a pool recovers, single connections still fail after the first one works again.
const calmMs = 1_000

/**
 * Detects from successes and failures whether the database is reachable, and reports each change once. During an outage
 * one piece of work at a time probes it: an address that drops packets costs every attempt the whole time limit.
 */
export function guardOutage(
  tell: OutageListener,
  clock: () => number = () => performance.now(),
): OutageGuard {
  let goneAt: number | null = null
  let lastFailure = 0
  let isDown = false
  let isTried = false
  const fail = () => {
    isDown = true
    lastFailure = clock()
    if (goneAt !== null) return
    goneAt = lastFailure
    tell({ isGone: true, downMs: 0 })
  }
  const succeed = () => {
    isDown = false
    if (goneAt === null || clock() - lastFailure < calmMs) return
    const downMs = clock() - goneAt
    goneAt = null
    tell({ isGone: false, downMs })
  }
  return async (work) => {
    const isTrial = isDown
    if (isTrial && isTried) throw new StoreUnavailable('connection')
    if (isTrial) isTried = true
    try {
      const result = await work()
      succeed()
      return result
    } catch (error) {
      if (isOutage(error)) fail()
      else succeed()
      throw error
    } finally {
      if (isTrial) isTried = false
    }
  }
}
