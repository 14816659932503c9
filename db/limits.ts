import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { limiterKey, siteKey } from '#shared/address.ts'
import { DomainError } from '#shared/errors.ts'
import { after, day, hour, minute, second } from '#shared/time.ts'
import { isDue, latestPlausible } from './clock.ts'
import type { Store, Tx } from './types.ts'

const freeFailures = 5
const freeFailuresPerAddress = 10 * freeFailures
/** Failures of one account from all addresses, on devices that never signed in to it. */
const freeFailuresPerAccount = 4 * freeFailures
/** The factor by which the allowance of a /48 exceeds that of a /64. */
const siteFactor = 4
const longestDelayMs = 15 * minute
/** Above this number the sweep drops rows, the soonest to expire first. */
const maxLimitRows = 50_000

const sweepBatch = 1_000

export type Hit = {
  /** The subject of a counter: `register:192.0.2.1`. Addresses go through `limiterKey`. */
  key: string
  limit: number
  windowMs: number
  now: Date
}

/** `a moment` below a minute, else `59 minutes`. */
function waitText(seconds: number): string {
  const minutes = Math.ceil((seconds * second) / minute)
  return minutes <= 1 ? 'a moment' : `${minutes} minutes`
}

function tooMany(until: Date, now: Date): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / second))
  const sentence = `Too many attempts. Please wait ${waitText(retryAfterSeconds)} and try again.`
  return new DomainError('TOO_MANY_REQUESTS', sentence, { retryAfterSeconds })
}

/** Adds one to a counter, which restarts when its window is over. One statement, so that concurrent calls all count. */
async function raise(tx: Tx, { key, now, windowMs, slides }: Omit<Hit, 'limit'> & { slides: boolean }) {
  const { rateLimits } = tx.t
  const resetAt = after(now, windowMs)
  // A sliding window restarts with this hit: a clock that ran ahead must not clear failures.
  const isOver = slides
    ? lte(rateLimits.resetAt, now)
    : isDue(rateLimits.resetAt, { now, longestMs: windowMs })
  const [row] = await tx
    .insert(rateLimits)
    .values({ key, count: 1, resetAt, updatedAt: now })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
        resetAt: slides
          ? resetAt
          : sql`case when ${isOver} then ${sql.param(resetAt, rateLimits.resetAt)} else ${rateLimits.resetAt} end`,
        updatedAt: now,
      },
    })
    .returning()
  return { count: row?.count ?? 1, resetAt: row?.resetAt ?? resetAt }
}

/** Counts one use within a window and returns the count, which survives a restart. */
export const countUse = async (tx: Tx, hit: Omit<Hit, 'limit'>): Promise<number> =>
  (await raise(tx, { ...hit, slides: false })).count

/**
 * Counts one use of a limited resource, across restarts. Refused uses count too.
 * @throws TOO_MANY_REQUESTS beyond the limit, with the seconds until the window ends
 */
export async function countHit(store: Store, { limit, ...hit }: Hit): Promise<void> {
  const counted = await store.tx((tx) => raise(tx, { ...hit, slides: false }))
  if (counted.count > limit) throw tooMany(counted.resetAt, hit.now)
}

type AddressHit = Omit<Hit, 'key'> & { what: string; address: string }

/**
 * Counts one use by an address, like `countHit`; for IPv6 also by its /48, which has four times the allowance. Uses refused
 * to a /64 do not count for the /48, so that one /64 alone cannot shut out its neighbours.
 * @throws TOO_MANY_REQUESTS beyond either limit
 */
export async function countAddressHit(
  store: Store,
  { what, address, limit, ...hit }: AddressHit,
): Promise<void> {
  await countHit(store, { ...hit, key: `${what}:${limiterKey(address)}`, limit })
  const site = siteKey(address)
  if (site) await countHit(store, { ...hit, key: `${what}:${site}`, limit: siteFactor * limit })
}

/**
 * One authentication attempt: the account, the caller's address, and the time. `device` names a device that signed in to the
 * account before; it is counted separately, so that other people's failures do not lock the owner out. An attempt that names
 * no account, such as one with an unknown API key, counts for the address alone.
 */
export type Attempt = { account: string | null; address: string; device?: string | null; now: Date }

type Rule = { key: string; free: number; windowMs: number; isOfAccount: boolean }

/**
 * Failures of an account expire a day after the last one, those of an address, which people share, after an hour.
 * A known device waits for its own failures only; all others also wait for those of the account from all addresses.
 */
function rulesOf({ account, address, device }: Attempt): Rule[] {
  const ofAccount = (whose: string, free: number): Rule => ({
    key: `failures:${account}${whose}`,
    free,
    windowMs: day,
    isOfAccount: true,
  })
  if (device) return [ofAccount(`#${device}`, freeFailures)]
  const ofAddress = (key: string, free: number): Rule => ({
    key: `failures:@${key}`,
    free,
    windowMs: hour,
    isOfAccount: false,
  })
  const [client, site] = [limiterKey(address), siteKey(address)]
  const named =
    account === null
      ? []
      : [ofAccount(`@${client}`, freeFailures), ofAccount('@everywhere', freeFailuresPerAccount)]
  // The /48 comes last: its count depends on that of its /64.
  return [
    ...named,
    ofAddress(client, freeFailuresPerAddress),
    ...(site ? [ofAddress(site, siteFactor * freeFailuresPerAddress)] : []),
  ]
}

/**
 * Lets an attempt through unless its account, here or everywhere, or its address has to wait.
 * @throws TOO_MANY_REQUESTS with the seconds to wait
 */
export async function checkThrottle(store: Store, attempt: Attempt): Promise<void> {
  const { rateLimits } = store.t
  const keys = rulesOf(attempt).map(({ key }) => key)
  const rows = await store.read
    .select({ blockedUntil: rateLimits.blockedUntil })
    .from(rateLimits)
    .where(inArray(rateLimits.key, keys))
  const now = attempt.now.getTime()
  const latest = latestPlausible(attempt.now, longestDelayMs).getTime()
  // An instant further ahead comes from a clock that ran ahead, and would block until that time comes again.
  const waits = rows
    .map(({ blockedUntil }) => blockedUntil?.getTime() ?? 0)
    .filter((until) => until > now && until <= latest)
  if (waits.length > 0)
    throw tooMany(new Date(Math.min(Math.max(...waits), now + longestDelayMs)), attempt.now)
}

/** The wait in milliseconds after this many failures: none for the free ones, then 1 s, doubling up to 15 minutes. */
const delayAfter = (failures: number, free: number): number =>
  failures < free ? 0 : Math.min(longestDelayMs, second * 2 ** Math.min(failures - free, 20))

/**
 * Counts a failed attempt for its account and for the address; the next ones may have to wait. Failures of a /64 beyond
 * its free ones make only the /64 wait; its /48 does not count them.
 */
export async function recordFailure(tx: Tx, attempt: Attempt): Promise<void> {
  const { rateLimits } = tx.t
  for (const { key, free, windowMs, isOfAccount } of rulesOf(attempt)) {
    const { count } = await raise(tx, { key, now: attempt.now, windowMs, slides: true })
    const delayMs = delayAfter(count, free)
    const blockedUntil = delayMs > 0 ? after(attempt.now, delayMs) : null
    await tx.update(rateLimits).set({ blockedUntil }).where(eq(rateLimits.key, key))
    if (!isOfAccount && count > free) return
  }
}

/** Clears the failures of an account, here and everywhere, after a success; those of the address stay. */
export async function clearFailures(tx: Tx, attempt: Attempt): Promise<void> {
  const { rateLimits } = tx.t
  const keys = rulesOf(attempt).flatMap(({ key, isOfAccount }) => (isOfAccount ? [key] : []))
  await tx.delete(rateLimits).where(inArray(rateLimits.key, keys))
}

/** Deletes at most `most` of the counters that match `which`, the soonest to end first; returns their number. */
async function dropFirst(store: Store, { which, most }: { which?: SQL; most: number }): Promise<number> {
  const { rateLimits } = store.t
  const { key, resetAt } = rateLimits
  let removed = 0
  while (removed < most) {
    const size = Math.min(most - removed, sweepBatch)
    const gone = await store.tx((tx) => {
      const first = tx.select({ key }).from(rateLimits).where(which).orderBy(resetAt).limit(size)
      // Checked again: on PostgreSQL a counter may have restarted since it was read.
      return tx
        .delete(rateLimits)
        .where(and(inArray(key, first), which))
        .returning({ key })
    })
    if (gone.length === 0) break
    removed += gone.length
  }
  return removed
}

/** Deletes expired counters and limits the table to `maxRows`; returns the number of deleted rows. */
export async function sweepLimits(store: Store, now: Date, maxRows = maxLimitRows): Promise<number> {
  const { rateLimits } = store.t
  const over = await dropFirst(store, { which: lte(rateLimits.resetAt, now), most: Number.POSITIVE_INFINITY })
  const surplus = (await store.read.$count(rateLimits)) - maxRows
  return over + (await dropFirst(store, { most: surplus }))
}
