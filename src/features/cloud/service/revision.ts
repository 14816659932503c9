import { eq, sql } from 'drizzle-orm'
import { prepareOnce, type Store, type Tx } from '#db/store.ts'
import type { AskerContext } from '#server/context.ts'
import { isUnderWay } from '../drivers/simulator.ts'
import { noteViewed } from '../refresh/due.ts'

export type Revision = Store['t']['cloudRevisions']['$inferSelect']

/**
 * The user's cloud has a new revision, and is this transaction's alone until it ends: every write of it begins here, or
 * an open screen would not see it. `dueAt` (ms) adds a moment at which a status changes by time alone.
 */
export async function raiseRevision(
  tx: Tx,
  { userId, now, dueAt }: { userId: string; now: Date; dueAt?: number },
): Promise<Revision> {
  const { cloudRevisions } = tx.t
  const [row] = await tx
    .insert(cloudRevisions)
    .values({ userId, revision: 1, updatedAt: now })
    .onConflictDoUpdate({
      target: cloudRevisions.userId,
      set: { revision: sql`${cloudRevisions.revision} + 1`, updatedAt: now },
    })
    .returning()
  if (!row) throw new Error('the revision was not stored')
  const due = [...(row.dueAt ?? []), ...(dueAt === undefined ? [] : [dueAt])]
    .filter((moment) => isUnderWay(moment, now))
    .sort((one, other) => one - other)
  if (due.length === 0 && row.dueAt === null) return row
  const next = due.length === 0 ? null : due
  await tx.update(cloudRevisions).set({ dueAt: next }).where(eq(cloudRevisions.userId, userId))
  return { ...row, dueAt: next }
}

const ownRevision = ({ read, t: { cloudRevisions } }: Store) =>
  read
    .select({ revision: cloudRevisions.revision, dueAt: cloudRevisions.dueAt })
    .from(cloudRevisions)
    .where(eq(cloudRevisions.userId, sql.placeholder('userId')))
    .prepare('cloud_revision')

/**
 * What the answer about all of the caller's cloud depends on: whose it is, its revision, and the first and the last of
 * the transitions under way, so that a status that changes by time alone is never hidden (docs/product.md, "Polling").
 */
export async function readVersion(ctx: AskerContext): Promise<string> {
  const { store, user, now } = ctx
  // Whoever polls is looking, also when nothing has changed.
  await noteViewed(ctx)
  const [row] = await prepareOnce(store, ownRevision).execute({ userId: user.id })
  const at = now()
  const due = row?.dueAt?.filter((moment) => isUnderWay(moment, at)) ?? []
  const ends = due.length === 0 ? '' : `.${due[0]?.toString(36)}.${due.at(-1)?.toString(36)}`
  return `${user.id}.${row?.revision ?? 0}${ends}`
}
