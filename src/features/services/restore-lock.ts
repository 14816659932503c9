import { and, eq } from 'drizzle-orm'
import type { Store, Tx } from '#db/types.ts'

type Owned = { userId: string; id: string }

const own = ({ userServices }: Store['t'], { userId, id }: Owned) =>
  and(eq(userServices.userId, userId), eq(userServices.id, id))

/** Locks the service against writes until it is unlocked. Runs in the caller's transaction. */
export async function lockForRestore(tx: Tx, { now, ...service }: Owned & { now: Date }): Promise<void> {
  await tx.update(tx.t.userServices).set({ busy: 'restore', updatedAt: now }).where(own(tx.t, service))
}

/** Unlocks the service; `diskBytes` is the new disk usage, if that changed. Runs in the caller's transaction. */
export async function unlockService(
  tx: Tx,
  { now, diskBytes, ...service }: Owned & { now: Date; diskBytes?: number },
): Promise<void> {
  const bytes = diskBytes === undefined ? {} : { diskBytes }
  await tx
    .update(tx.t.userServices)
    .set({ busy: null, updatedAt: now, ...bytes })
    .where(own(tx.t, service))
}

/** Services locked for a restore. */
export async function listLockedServices({ read, t }: Store): Promise<Owned[]> {
  const { id, userId, busy } = t.userServices
  return read.select({ id, userId }).from(t.userServices).where(eq(busy, 'restore'))
}
