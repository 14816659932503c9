import type { Tx } from '#db/types.ts'
import type { Deps } from '#server/context.ts'

/** A user's sessions are over, but for the one that is kept, and the streams open under them end. */
export async function endSessions(
  tx: Tx,
  { sessions }: Pick<Deps, 'sessions'>,
  user: { userId: string; keptPublicId: string | null },
): Promise<void> {
  const ended = await sessions.endOthers(tx, user)
  tx.afterCommit(() => sessions.publishEnded(ended))
}
