import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/types.ts'
import { type Channels, defaultChannels, type NoticeKind, withLocks } from '../contract/kinds.ts'

/** The user's channels for a kind. */
export async function readChannels(
  tx: Tx,
  { userId, kind }: { userId: string; kind: NoticeKind },
): Promise<Channels> {
  const { notificationPreferences: p } = tx.t
  const [chosen] = await tx
    .select({ screen: p.screen, mail: p.mail, webhook: p.webhook })
    .from(p)
    .where(and(eq(p.userId, userId), eq(p.kind, kind)))
  return withLocks(kind, chosen ?? defaultChannels(kind))
}
