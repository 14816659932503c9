import { eq, sql } from 'drizzle-orm'
import type { Schema } from '#db/schema/schema.ts'
import type { Tx } from '#db/types.ts'
import { isInTransition } from './contract/transitions.ts'

type Revision = Schema['cloudRevisions']['$inferSelect']

/**
 * Raises the revision of the user's cloud and locks it until the transaction ends: every write starts here, or open
 * screens would miss it. `dueAt` (ms) adds a moment at which a status changes through time alone.
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
    .filter((moment) => isInTransition(moment, now))
    .sort((one, other) => one - other)
  if (due.length === 0 && row.dueAt === null) return row
  const next = due.length === 0 ? null : due
  await tx.update(cloudRevisions).set({ dueAt: next }).where(eq(cloudRevisions.userId, userId))
  return { ...row, dueAt: next }
}
