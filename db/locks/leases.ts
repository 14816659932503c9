import { and, eq, sql } from 'drizzle-orm'
import { isDue } from '../clock.ts'
import type { Store } from '../types.ts'

export type LeaseRequest = { name: string; holder: string; now: Date; ttlMs: number }

/**
 * Takes or renews the lease of `name` until `ttlMs` from `now`; null when another holder has it. All contenders for a
 * name must use the same `ttlMs`. Each takeover raises the fence: work under an older fence must not write any more.
 */
export async function acquireLease(
  store: Store,
  { name, holder, now, ttlMs }: LeaseRequest,
): Promise<{ fence: number } | null> {
  const expiresAt = new Date(now.getTime() + ttlMs)
  return store.tx(async (tx) => {
    const { leases } = tx.t
    const [row] = await tx
      .insert(leases)
      .values({ name, holder, fence: 1, expiresAt })
      .onConflictDoUpdate({
        target: leases.name,
        set: {
          holder,
          expiresAt,
          fence: sql`case when ${leases.holder} = ${holder} and ${leases.expiresAt} > ${sql.param(now, leases.expiresAt)} then ${leases.fence} else ${leases.fence} + 1 end`,
        },
        setWhere: sql`${eq(leases.holder, holder)} or ${isDue(leases.expiresAt, { now, longestMs: ttlMs })}`,
      })
      .returning({ fence: leases.fence })
    return row ?? null
  })
}

/** Gives up the lease, so that the next holder need not wait for its expiry. */
export async function releaseLease(
  store: Store,
  { name, holder, now }: Omit<LeaseRequest, 'ttlMs'>,
): Promise<void> {
  await store.tx(async (tx) => {
    const { leases } = tx.t
    await tx
      .update(leases)
      .set({ expiresAt: now })
      .where(and(eq(leases.name, name), eq(leases.holder, holder)))
  })
}
