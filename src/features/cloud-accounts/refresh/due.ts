import { and, asc, eq, isNull, or } from 'drizzle-orm'
import { isDue } from '#db/clock.ts'
import type { JobContext } from '#server/context.ts'
import { after, second } from '#shared/time.ts'
import { isAccount, type ProviderRow } from '../accounts/account.ts'
import { longestBackOffMs } from '../accounts/schedule.ts'

/** The time limit of one refresh; the lease of a worker that died expires a little later. */
export const longestRefreshMs = 45 * second
const claimMs = 2 * longestRefreshMs

/**
 * Leases up to `limit` due accounts of a provider to this caller, those that waited longest first: no other worker on any
 * node reads them for the next 90 s.
 */
export async function claimDue(ctx: JobContext, name: string, limit: number): Promise<ProviderRow[]> {
  const { cloudProviders } = ctx.store.t
  const now = ctx.now()
  const isWaiting = and(
    eq(cloudProviders.isActive, true),
    eq(cloudProviders.name, name),
    isDue(cloudProviders.nextRefreshAt, { now, longestMs: longestBackOffMs }),
    or(
      isNull(cloudProviders.refreshingUntil),
      isDue(cloudProviders.refreshingUntil, { now, longestMs: claimMs }),
    ),
  )
  const due = await ctx.store.read
    .select()
    .from(cloudProviders)
    .where(isWaiting)
    .orderBy(asc(cloudProviders.nextRefreshAt))
    .limit(limit)
  if (due.length === 0) return []
  return ctx.store.tx(async (tx) => {
    const claimed: ProviderRow[] = []
    for (const row of due) {
      const [mine] = await tx
        .update(cloudProviders)
        .set({ refreshingUntil: after(now, claimMs) })
        .where(and(isAccount(tx.t, row), isWaiting))
        .returning()
      if (mine) claimed.push(mine)
    }
    return claimed
  })
}
