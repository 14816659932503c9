import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { type NoticeKind, usualWays, type Ways, withLocks } from '../contract/kinds.ts'

/** The user's channels for a kind. */
export async function readWays(
  tx: Tx,
  { userId, kind }: { userId: string; kind: NoticeKind },
): Promise<Ways> {
  const { notificationPreferences: p } = tx.t
  const [chosen] = await tx
    .select({ screen: p.screen, mail: p.mail, webhook: p.webhook })
    .from(p)
    .where(and(eq(p.userId, userId), eq(p.kind, kind)))
  return withLocks(kind, chosen ?? usualWays(kind))
}
