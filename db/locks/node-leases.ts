import { and, eq, gt, like, or } from 'drizzle-orm'
import { engineOf } from '../engine.ts'
import type { Schema } from '../schema/schema.ts'
import type { Store } from '../types.ts'

export type LeaseRow = Schema['leases']['$inferSelect']

/** The lease of a portal with a database of its own; nodes that share a database have a lease each, `node:` and an id. */
export const loneName = 'portal'
const nodePrefix = 'node:'
export const nodeNameOf = (id: string): string => nodePrefix + id

const released = new Date(0)
const noTable = '42P01'

const clocks = {
  sqlite: "select cast(unixepoch('subsec') * 1000 as integer) as now",
  postgres: 'select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now',
} as const

/** The clock shared by all nodes: PostgreSQL's, to the millisecond; on SQLite this machine's. */
async function readClock(store: Store): Promise<Date> {
  const { dialect, query } = engineOf(store)
  const [row] = await query(clocks[dialect])
  return new Date(Number(row?.now))
}

/** Machine and folder of a node as shown to people: the part of `holder` before the folder's id. */
export const placeOf = ({ holder }: LeaseRow): string => holder.replace(/ [\w-]+$/, '')

export async function readLease(store: Store, name: string): Promise<LeaseRow | undefined> {
  const { leases } = store.t
  const [row] = await store.read.select().from(leases).where(eq(leases.name, name))
  return row
}

/** Whether a lease was released rather than left to expire. */
export const isReleased = ({ expiresAt }: LeaseRow): boolean => expiresAt.getTime() === released.getTime()

type Claim = { name: string; holder: string; ttlMs: number }

/**
 * Takes a lease that was like `seen` a moment ago (undefined for none), under a higher fence. Null when another node was
 * faster.
 */
export async function takeLease(
  store: Store,
  { name, holder, ttlMs }: Claim,
  seen: LeaseRow | undefined,
): Promise<number | null> {
  const expiresAt = new Date((await readClock(store)).getTime() + ttlMs)
  const rows = await store.tx(async (tx) => {
    const { leases } = tx.t
    if (!seen)
      return tx.insert(leases).values({ name, holder, fence: 1, expiresAt }).onConflictDoNothing().returning()
    return tx
      .update(leases)
      .set({ holder, fence: seen.fence + 1, expiresAt })
      .where(and(eq(leases.name, name), eq(leases.fence, seen.fence)))
      .returning()
  })
  return rows[0]?.fence ?? null
}

/**
 * Extends a lease by another `ttlMs`. `late`: it had expired before, and others may have acted on that. `lost`: another
 * node has it now.
 */
export async function renewLease(
  store: Store,
  { name, fence, ttlMs }: { name: string; fence: number; ttlMs: number },
): Promise<'kept' | 'late' | 'lost'> {
  const now = await readClock(store)
  return store.tx(async (tx) => {
    const { leases } = tx.t
    const own = and(eq(leases.name, name), eq(leases.fence, fence))
    const [row] = await store.lock(tx.select().from(leases).where(own))
    if (!row) return 'lost'
    const expiresAt = new Date(now.getTime() + ttlMs)
    await tx.update(leases).set({ expiresAt }).where(own)
    return row.expiresAt <= now ? 'late' : 'kept'
  })
}

/** Releases a lease, so that the next holder need not wait for its expiry. */
export async function leaveLease(
  store: Store,
  { name, fence }: { name: string; fence: number },
): Promise<void> {
  await store.tx((tx) => {
    const { leases } = tx.t
    const own = and(eq(leases.name, name), eq(leases.fence, fence))
    return tx.update(leases).set({ expiresAt: released }).where(own)
  })
}

/** The leases of nodes that are alive now; none before the first migration. */
export async function listLiveNodes(store: Store): Promise<LeaseRow[]> {
  const { leases } = store.t
  const isNode = or(eq(leases.name, loneName), like(leases.name, `${nodePrefix}%`))
  const now = await readClock(store)
  return store.read
    .select()
    .from(leases)
    .where(and(isNode, gt(leases.expiresAt, now)))
}

/** Whether the table of leases exists. */
export async function hasLeases(store: Store): Promise<boolean> {
  try {
    await readLease(store, loneName)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === noTable) return false
    throw error
  }
}

/** The name of a lock's holder: a node's lease and its fence, so that a restarted node has another name. */
export const holderOf = (name: string, fence: number): string => `${name}#${fence}`

/** Whether the node named as a holder is still the one that took the lock, and alive. */
export async function isHolderAlive(store: Store, holder: string): Promise<boolean> {
  const at = holder.lastIndexOf('#')
  const row = await readLease(store, holder.slice(0, at))
  if (row?.fence !== Number(holder.slice(at + 1))) return false
  return row.expiresAt > (await readClock(store))
}
