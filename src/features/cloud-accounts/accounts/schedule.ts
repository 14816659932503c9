import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Store, Tx } from '#db/types.ts'
import type { JobContext } from '#server/context.ts'
import { after, hour, minute, second } from '#shared/time.ts'
import { remoteProviderNames } from '../contract/provider-facts.ts'
import { isAccount, type ProviderRow } from './account.ts'

const watchedMs = minute
const unwatchedMs = 30 * minute
const transitionMs = 10 * second
const watchedFor = 10 * minute
const recordEveryMs = 5 * minute
export const longestBackOffMs = hour

/** The delay until the next refresh after a success: short while an action is in progress, long while no user is looking. */
export function nextAfterSuccess(row: ProviderRow, isUnderWay: boolean, now: Date): Date {
  const isWatched = row.viewedAt !== null && after(row.viewedAt, watchedFor) > now
  if (!isWatched) return after(now, unwatchedMs)
  return after(now, isUnderWay ? transitionMs : watchedMs)
}

/** The next attempt after `failures` failures in a row: 1 min, 2, 4 … up to an hour, and not before the provider allows. */
export function nextAfterFailure(failures: number, retryAfterMs: number | null, now: Date): Date {
  const backOff = Math.min(minute * 2 ** Math.min(failures - 1, 10), longestBackOffMs)
  return after(now, Math.max(backOff, retryAfterMs ?? 0))
}

/** After an action was requested: refreshes the account soon, to see the result. Part of the caller's transaction. */
export async function refreshSoon(
  tx: Tx,
  row: { userId: string; providerId: string },
  now: Date,
): Promise<void> {
  const { cloudProviders } = tx.t
  const soon = after(now, transitionMs)
  const own = isAccount(tx.t, { userId: row.userId, id: row.providerId })
  // An account that is backing off continues to.
  await tx
    .update(cloudProviders)
    .set({ nextRefreshAt: soon, viewedAt: now })
    .where(and(own, eq(cloudProviders.refreshFailures, 0), sql`${cloudProviders.nextRefreshAt} is not null`))
}

const lastViews = new WeakMap<Store, Map<string, number>>()

/**
 * Records that the caller is viewing their cloud: refreshes their accounts every minute for the next ten, starting now.
 * Costs at most one write in five minutes, however often it is called.
 */
export async function recordView({
  store,
  user,
  now: clock,
}: Pick<JobContext, 'store' | 'now'> & { user: { id: string } }): Promise<void> {
  const now = clock()
  const views = lastViews.get(store) ?? new Map<string, number>()
  lastViews.set(store, views)
  const last = views.get(user.id)
  if (last !== undefined && Math.abs(now.getTime() - last) < recordEveryMs) return
  for (const [id, at] of views) if (now.getTime() - at >= recordEveryMs) views.delete(id)
  views.set(user.id, now.getTime())
  // A failed write here only delays a refresh; it must not fail the request.
  await storeView(store, user.id, now).catch(() => views.delete(user.id))
}

async function storeView(store: Store, userId: string, now: Date): Promise<void> {
  const { cloudProviders: p } = store.t
  const isRemote = and(eq(p.userId, userId), eq(p.isActive, true), inArray(p.name, [...remoteProviderNames]))
  if ((await store.read.$count(p, isRemote)) === 0) return
  const isIdle = and(
    eq(p.refreshFailures, 0),
    or(isNull(p.refreshedAt), lt(p.refreshedAt, after(now, -watchedMs))),
  )
  await store.tx(async (tx) => {
    await tx.update(p).set({ viewedAt: now }).where(isRemote)
    await tx.update(p).set({ nextRefreshAt: now }).where(and(isRemote, isIdle))
  })
}
