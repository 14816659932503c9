import { and, eq } from 'drizzle-orm'
import { StoreUnavailable } from '../errors.ts'
import type { Store, Tx } from '../types.ts'

export type Fence = { name: string; fence: number }

const fences = new WeakMap<Store, Fence>()

/** From now on every transaction of the store is refused unless the lease still has this fence; `null` lifts this. */
export function fenceStore(store: Store, fence: Fence | null): void {
  if (fence) fences.set(store, fence)
  else fences.delete(store)
}

/** Begins a transaction. @throws StoreUnavailable `fenced` when another node has taken over the lease */
export async function assertFence(tx: Tx, store: Store): Promise<void> {
  const held = fences.get(store)
  if (!held) return
  const { leases } = tx.t
  const own = and(eq(leases.name, held.name), eq(leases.fence, held.fence))
  const rows = await tx.select({ fence: leases.fence }).from(leases).where(own)
  if (rows.length === 0) throw new StoreUnavailable('fenced')
}
