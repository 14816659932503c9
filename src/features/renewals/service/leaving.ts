import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'

/** When an account is deleted at its owner's request; null without one. */
export async function readLeaving(tx: Tx, userId: string): Promise<Date | null> {
  const { accountDeletions: d } = tx.t
  const [row] = await tx
    .select({ endsAt: d.endsAt })
    .from(d)
    .where(and(eq(d.userId, userId), inArray(d.status, ['waiting', 'running'])))
  return row?.endsAt ?? null
}
