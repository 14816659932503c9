import { isOutage, StoreUnavailable } from './errors.ts'

/** Told once when the database is out of reach, and once when it answers again, with how long that took. */
export type OutageListener = (change: { isGone: boolean; downMs: number }) => void

/**
 * Runs work on the database, whose failures `work` tells in the words of the store.
 * @throws StoreUnavailable at once while the database is out of reach and other work is finding out whether it is back
 */
export type OutageGuard = <T>(work: () => Promise<T>) => Promise<T>

// Of a pool, single connections still fail when the first one is back.
const calmMs = 1_000

/**
 * Finds out from what succeeds and what fails whether the database is out of reach, and tells each change once. Meanwhile
 * one piece of work at a time tries it: an address that swallows packets costs every attempt the whole time limit.
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
