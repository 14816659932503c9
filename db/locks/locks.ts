import { and, eq, sql } from 'drizzle-orm'
import { StoreUnavailable } from '../errors.ts'
import type { Store, Tx } from '../types.ts'
import { isHolderAlive, readLease } from './node-leases.ts'

/** A lock held by a node. Its fence is raised by every acquisition. */
export type Lock = { name: string; holder: string; fence: number }

// A lock ends with its holder's lease, and has no expiry of its own.
const endless = new Date('9999-01-01T00:00:00Z')
const released = new Date(0)

const isSame = ({ leases }: Store['t'], { name, holder, fence }: Lock) =>
  and(eq(leases.name, name), eq(leases.holder, holder), eq(leases.fence, fence))

/**
 * Takes a lock across nodes for `holder` (see `holderOf`): a free one, one that the same holder failed to release, or one
 * whose holder is no longer alive. Null while another node has it. Within a process the caller must serialise.
 */
export async function acquireLock(store: Store, { name, holder }: Omit<Lock, 'fence'>): Promise<Lock | null> {
  const [taken] = await store.tx((tx) => {
    const { leases } = tx.t
    return tx
      .insert(leases)
      .values({ name, holder, fence: 1, expiresAt: endless })
      .onConflictDoUpdate({
        target: leases.name,
        set: { holder, expiresAt: endless, fence: sql`${leases.fence} + 1` },
        setWhere: sql`${eq(leases.holder, holder)} or ${eq(leases.expiresAt, released)}`,
      })
      .returning({ fence: leases.fence })
  })
  if (taken) return { name, holder, fence: taken.fence }
  const current = await readLease(store, name)
  if (!current || (await isHolderAlive(store, current.holder))) return null
  const fence = current.fence + 1
  const rows = await store.tx((tx) =>
    tx
      .update(tx.t.leases)
      .set({ holder, expiresAt: endless, fence })
      .where(and(eq(tx.t.leases.name, name), eq(tx.t.leases.fence, current.fence)))
      .returning({ fence: tx.t.leases.fence }),
  )
  return rows.length === 1 ? { name, holder, fence } : null
}

/** Releases a lock; one that was taken over meanwhile stays with its new holder. */
export async function releaseLock(store: Store, lock: Lock): Promise<void> {
  await store.tx((tx) => tx.update(tx.t.leases).set({ expiresAt: released }).where(isSame(tx.t, lock)))
}

/**
 * Checks that the lock is still held, and prevents takeovers until this transaction ends.
 * @throws StoreUnavailable `fenced` when it was taken over
 */
export async function assertLock(tx: Tx, store: Store, lock: Lock): Promise<void> {
  const rows = await store.lock(
    tx.select({ fence: tx.t.leases.fence }).from(tx.t.leases).where(isSame(tx.t, lock)),
  )
  if (rows.length === 0) throw new StoreUnavailable('fenced')
}
